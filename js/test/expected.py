"""What Python says of games that JavaScript plays again or loads: a line of JSON for each.

Run with files of recorded games (``.jsonl``) or saved ones (``.json``). Plies are stamped by a clock that starts
in 2024 and ticks a second for each.
"""

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from abstractplay_hex import load_game, new_game
from abstractplay_hex.codec import dumps
from abstractplay_hex.records import play_ply, read_game

START = datetime(2024, 1, 1, tzinfo=UTC)


def told(data: dict[str, Any], uid: str) -> dict[str, Any]:
    """Play a recorded game, and tell what is seen at each ply."""
    read = read_game(data, uid)
    ticks = iter(range(100_000))
    game = new_game(uid, read.variants, clock=lambda: START + timedelta(seconds=next(ticks)))
    seen = [look(game)]
    for ply in read.plies:
        play_ply(game, ply.move)
        seen.append(look(game))
    return {
        "uid": uid,
        "variants": list(read.variants),
        "moves": [ply.move for ply in read.plies],
        "seen": seen,
        "state": game.serialize(),
        "chat": game.chat_log(["Ann", "Bob"]),
        "history": game.move_history(),
    }


def loaded(text: str) -> dict[str, Any]:
    """Load a saved game, and tell what is seen at each ply."""
    game = load_game(text, verify=True)
    state = game.serialize()
    seen = [look(game.load(ply)) for ply in range(len(game.stack))]
    return {"uid": game.uid, "given": text, "state": state, "seen": seen}


def look(game: Any) -> str:
    """Return the hash of what is shown at a ply."""
    shown = [game.render(1), game.sidebar_scores(), game.sidebar_statuses(), game.buttons()]
    return sha256(dumps(shown).encode()).hexdigest()


def lines() -> Iterator[dict[str, Any]]:
    """Go through the files."""
    for path in map(Path, sys.argv[1:]):
        if path.suffix == ".json":
            yield loaded(path.read_text(encoding="utf-8").strip())
            continue
        with path.open(encoding="utf-8") as file:
            for line in file:
                data = json.loads(line)
                yield told(data, data.get("game") or path.name.partition("-")[0].partition(".")[0])


if __name__ == "__main__":
    for line in lines():
        print(json.dumps(line))
