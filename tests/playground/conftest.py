"""Hosts for the tests of this folder; all are skipped where the extra is not installed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

MISSING = 'needs the playground and its test tools: pip install -e ".[browser]"'
HERE = Path(__file__).parent


ON_ONE = ("api", "at_once", "clocks", "lessons", "rematch", "words")
"""Files of tests that `.ci/run` has time for on one database only; storage is tried on both."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as long what is more of the same."""
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        if (
            item.path.parent == HERE
            and item.path.stem.removeprefix("test_") in ON_ONE
            and params.get("database") == "postgresql"
        ):
            item.add_marker(pytest.mark.long)


@pytest.fixture
def app(database: str) -> Iterator[Any]:
    """An application on a database of each kind, with no limit of rate; the host has a key."""
    playground = pytest.importorskip("abstractplay_hex.playground.app", reason=MISSING)
    hosts = pytest.importorskip("tests.playground.hosts", reason=MISSING)
    made = playground.create_app(
        playground.Settings(database=database, rate=0, poll=0.1, host_key=hosts.HOST_KEY)
    )
    yield made
    made.state.storage.close()


@pytest.fixture
def client(app: Any) -> Iterator[Any]:
    """A client in this process."""
    testclient = pytest.importorskip("starlette.testclient", reason=MISSING)
    with testclient.TestClient(app, base_url="http://127.0.0.1") as made:
        yield made


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server of our own."""
    pytest.importorskip("psycopg", reason=MISSING)
    databases = pytest.importorskip("tests.playground.databases", reason=MISSING)
    with databases.postgres() as server:
        yield server.url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.heavy)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database URL of each kind. Tests on PostgreSQL share one database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite3")
    url: str = request.getfixturevalue("postgres_url")
    return url
