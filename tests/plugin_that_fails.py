"""A plugin whose import goes wrong."""

raise RuntimeError("boom")
