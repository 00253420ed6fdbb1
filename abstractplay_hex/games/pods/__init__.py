"""The game Pods (Natal Seas), as engine version 20240802 plays it."""
