"""The library for hosts in other languages: requests as JSON, one answer each, and nothing kept that matters.

Which file answers which question:

* what may a request say? :mod:`.requests`, published as ``schemas/engine-request-1.json``;
* what can be asked of a game? :mod:`.methods`; by which names? :mod:`.names`;
* how is it answered? :mod:`.answering`;
* what is remembered from one request to the next, and for how long? :mod:`.shelf`;
* how do requests arrive? :mod:`.lines` (standard input and output), :mod:`.http`, and :mod:`.javascript`, in
  the process of JavaScript's that runs the library.
"""

from abstractplay_hex.engine.answering import Answer, Engine

__all__ = ["Answer", "Engine"]
