"""The command ``abstractplay-hex``, also as ``python -m abstractplay_hex``."""

import sys

_EXTRA = ("typer", "rich", "click")
"""What the extra ``cli`` brings; the library itself does without."""


def main() -> None:
    """Run the command line; ends by :class:`SystemExit`."""
    try:
        from abstractplay_hex.cli import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        print(
            f"The command line needs {error.name}, which is not installed. "
            'Install it with: pip install "abstractplay-hex[cli]"',
            file=sys.stderr,
        )
        sys.exit(2)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
