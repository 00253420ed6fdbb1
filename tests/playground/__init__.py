"""The playground host: its interface, storage, limits, and what happens when it is killed."""
