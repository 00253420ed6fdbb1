"""The tools: what is fitted is likeliest, the same seed finds the same, and pictures are as they are drawn."""

import random
from math import exp
from typing import Any

import pytest
from attrs import evolve

from tools import fit_values, match_values, pictures, selfplay


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    rng = random.Random(4)
    true = (0.8, -0.5, 0.0)
    rows: list[fit_values.Row] = []
    for _ in range(4000):
        terms = [rng.gauss(0, 1) for _ in true]
        lead = sum(w * x for w, x in zip(true, terms, strict=True))
        rows.append((terms, float(rng.random() < 1 / (1 + exp(-lead)))))
    found = fit_values.fit(rows)
    assert found == pytest.approx(true, abs=0.12)
    # No other weights make the results likelier.
    best = fit_values.loss(found, rows)
    for i in range(len(true)):
        for by in (-0.1, 0.1):
            assert fit_values.loss([w + by * (i == j) for j, w in enumerate(found)], rows) > best


def test_terms_have_names_and_are_for_player_1() -> None:
    rng = random.Random(5)
    for uid, of in selfplay.EVALUATIONS.items():
        rules = selfplay.rules_of(uid)
        for variants in of.boards:
            position = selfplay.begun(rules, variants, 8, rng)
            assert len(of.of(position)) == len(of.terms)
            for name in ("lead", "features"):
                assert hasattr(of.module, name)


@pytest.mark.heavy
def test_the_same_seed_fits_the_same_weights(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = evolve(selfplay.EVALUATIONS["dendria"], boards=(("size-5",),))
    monkeypatch.setitem(selfplay.EVALUATIONS, "dendria", small)
    told = []
    for reply in ([], [], ["--reply"]):
        assert fit_values.main(["dendria", "--games", "4", "--seed", "3", *reply]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]
    assert "energy EMPTY" in told[0]


def test_a_match_tries_constants_and_leaves_them_as_they_were() -> None:
    module = selfplay.EVALUATIONS["dendria"].module
    before = module.EMPTY, module.FULL
    nothing: dict[str, Any] = {"EMPTY": (0.0,) * 7, "FULL": (0.0,) * 7}
    won, drawn, lost = match_values.match("dendria", nothing, 8, 1, ("size-5",))
    assert won + drawn + lost == 8
    assert lost > won
    assert before == (module.EMPTY, module.FULL)


def test_what_was_made_of_other_constants_is_forgotten() -> None:
    module = selfplay.EVALUATIONS["pods"].module
    before = module.squashed(3)
    with match_values.changed(module, {"SCALE": 2}):
        assert module.squashed(3) > before
    assert module.squashed(3) == before


def test_constants_that_are_none_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        match_values.main(["pods", "NOTHING=1"])
    assert "no constant NOTHING" in capsys.readouterr().err


@pytest.mark.parametrize("name", pictures.BOARDS)
def test_boards_in_the_readme_are_as_the_library_draws_them(name: str) -> None:
    """Else: ``python -m tools.pictures``."""
    kept = (pictures.STATIC / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == pictures.board(name)
