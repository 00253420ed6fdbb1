"""Runs the Python blocks of one page, one after the other in the same names, for ``reader.py``.

Started in the reader's environment, whichever that is; so it uses nothing but the standard library.
Reads a JSON object a line: ``{"code": …, "prompts": whether it has prompts, "where": …}``; answers each
with ``{"ok": …, "shown": what was printed, or the trace}``.
"""

import contextlib
import doctest
import io
import json
import sys
import traceback


def main() -> None:
    """Answer until there is no more."""
    answers = sys.stdout
    names: dict[str, object] = {"__name__": "__page__"}
    for line in sys.stdin:
        block = json.loads(line)
        shown = io.StringIO()
        ok = True
        with contextlib.redirect_stdout(shown):
            try:
                if block["prompts"]:
                    parser = doctest.DocTestParser()
                    test = parser.get_doctest(block["code"], names, block["where"], None, None)
                    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
                    runner.run(test, clear_globs=False)
                    names = test.globs
                    ok = runner.summarize(verbose=False).failed == 0
                else:
                    exec(compile(block["code"], block["where"], "exec"), names)
            except BaseException:
                ok = False
                shown.write(traceback.format_exc())
        print(json.dumps({"ok": ok, "shown": shown.getvalue()}), file=answers, flush=True)


if __name__ == "__main__":
    main()
