"""A host of games for the browser: the worked example of embedding the library.

``abstractplay-hex serve`` runs it. It is a small site of its own: players start games, join by secret
links, play by clicking, watch live, take moves back, explore and download. It knows no game's name or
rules: everything goes through :class:`abstractplay_hex.Game`, in :mod:`.hosting`, which is the file to
read first. Needs the extra ``serve``.
"""
