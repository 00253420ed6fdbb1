"""Game records: written, read, replayed, verified."""

from abstractplay_hex.records.files import GameText, Location, read_files
from abstractplay_hex.records.reader import RecordedGame, RecordedPly, read_game
from abstractplay_hex.records.replay import play_ply, replay

__all__ = [
    "GameText",
    "Location",
    "RecordedGame",
    "RecordedPly",
    "play_ply",
    "read_files",
    "read_game",
    "replay",
]
