"""``engine``: the library for programs in other languages."""

import sys
from typing import Annotated

import typer

from abstractplay_hex.engine import Engine
from abstractplay_hex.engine.lines import serve

MEGABYTE = 1 << 20

Memory = Annotated[
    int,
    typer.Option(
        metavar="MB", min=1, max=1 << 20, help="Memory for games that are kept between requests."
    ),
]


def engine(memory: Memory = 256) -> None:
    """Answer requests of other programs: one JSON line in, one JSON line out.

    A request names a game (by its state, its moves, or a key from an answer before) and what to ask of it;
    docs/engine.md and schemas/engine-request-1.json say how. The end of standard input ends it.

    Example: echo '{"game": "pods", "moves": ["g7"], "method": "moves"}' | abstractplay-hex engine
    """
    if sys.stdin is not None:
        serve(Engine(memory=memory * MEGABYTE), sys.stdin.buffer, sys.stdout.buffer)
