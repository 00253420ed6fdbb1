"""One entry of a game's stack, what it did, and the stack told again: history, chat, record."""
