"""A host of games for the browser: the worked example of embedding the library.

``abstractplay-hex serve`` runs it. It is a small site of its own: games are started, joined by secret
links, played by clicking, watched live, taken back, explored and downloaded. It holds no game's name
or rule: everything goes through :class:`abstractplay_hex.Game`, in :mod:`.hosting`, which is the file to
read first. Needs the extra ``serve``.
"""
