"""The ASGI application: pages, API, limits and headers put together."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final

from attrs import field, frozen
from fastapi import FastAPI

from abstractplay_hex import __version__, load_game, new_game
from abstractplay_hex.game import Clock, utc_now
from abstractplay_hex.playground import api, editing, lessons, pages, study
from abstractplay_hex.playground.computers import Computers
from abstractplay_hex.playground.faults import answer_faults
from abstractplay_hex.playground.files import Kept
from abstractplay_hex.playground.flags import Flags
from abstractplay_hex.playground.headers import Guard
from abstractplay_hex.playground.health import Health
from abstractplay_hex.playground.hosting import MOST_PLIES, Host
from abstractplay_hex.playground.limits import LARGEST_BODY, BodyLimit, RateLimit
from abstractplay_hex.playground.live import Live
from abstractplay_hex.playground.looking import Opened
from abstractplay_hex.playground.news import POLL
from abstractplay_hex.playground.pool import Pool
from abstractplay_hex.playground.reviewing import Reviews
from abstractplay_hex.playground.seats import SHORTEST_HOST_KEY
from abstractplay_hex.playground.speaking import Speaking
from abstractplay_hex.playground.stopping import when_stopped
from abstractplay_hex.playground.storage import DATABASE_VARIABLE, Storage, default_path
from abstractplay_hex.playground.work import Work
from abstractplay_hex.records.archive.workers import cores

HOST_KEY_VARIABLE: Final = "ABSTRACTPLAY_HEX_HOST_KEY"
RATE: Final = 30.0


@frozen(kw_only=True)
class Settings:
    """What an operator can choose.

    :ivar database: SQLAlchemy URL, or path of an SQLite file.
    :ivar rate: requests a second that one client may make on average; 0 is no limit.
    :ivar host_key: the host's own key, which lets its programs end games and look at any of them (see
        :func:`host_key_from_environment`).
    :ivar proxy: whether a proxy is trusted to name its clients; ``None`` if the server knows that alone.
    :ivar poll: seconds between checks for changes made by other processes, if the database does not
        tell of them by itself.
    :ivar most_plies: how long a game may become.
    :ivar engines: processes in which computer players think; one less than there are cores by default.
    """

    database: str = field(repr=False)
    rate: float = RATE
    largest_body: int = LARGEST_BODY
    host_key: str | None = field(default=None, repr=False)
    proxy: bool | None = None
    poll: float = POLL
    most_plies: int = MOST_PLIES
    engines: int | None = None
    clock: Clock = utc_now


def create_app(settings: Settings) -> FastAPI:
    """Return the application; its ``state`` has ``storage``, ``host``, ``live``, ``computers``, ``reviews``."""
    warm_up()
    storage = Storage(settings.database)
    live = Live(storage, settings.poll)

    def changed(now: Opened) -> None:
        live.changed(now.head.ident, now.head.revision)
        computers.changed(now)

    host = Host(storage, clock=settings.clock, changed=changed, most_plies=settings.most_plies)
    computers = Computers(host, Pool(settings.engines or max(1, cores() - 1)), live.watched)
    reviews = Reviews(computers.pool)

    flags = Flags(host, storage)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        ending = loop.create_task(flags.run())
        with when_stopped(lambda: loop.call_soon_threadsafe(live.close)):
            yield
        live.close()
        flags.stop()
        await ending
        computers.pool.close()
        storage.close()

    app = FastAPI(
        title="abstractplay_hex playground",
        version=__version__,
        summary="Start, play and watch abstract games on hex boards.",
        lifespan=life,
        openapi_url=None,  # made on the event loop; see api
        docs_url=None,  # these load scripts from elsewhere
        redoc_url=None,
    )
    app.state.storage, app.state.host, app.state.live = storage, host, live
    app.state.computers, app.state.flags, app.state.reviews = computers, flags, reviews
    drawing = Work(threads=4, of_a_client=2)
    reading, changing = Work(), Work()
    app.include_router(
        api.router(host, live, reading, changing, settings.host_key, computers, flags, reviews)
    )
    app.include_router(study.router(host, reviews, reading, changing))
    app.include_router(editing.router(drawing))
    app.include_router(pages.router(Health(storage), drawing))
    app.include_router(lessons.router(drawing))
    app.mount("/static", Kept(directory=pages.STATIC), name="static")
    answer_faults(app)
    # The last one added sees a request first.
    app.add_middleware(BodyLimit, most=settings.largest_body)
    app.add_middleware(RateLimit, rate=settings.rate)
    app.add_middleware(Guard, proxy=settings.proxy)
    app.add_middleware(Speaking)
    return app


@cache
def warm_up() -> None:
    """Load and draw a game: what that imports for the first time takes long, and no request should wait."""
    load_game(new_game("pods").serialize()).svg()


def host_key_from_environment() -> str | None:
    """Return the host's key, from the environment so that it does not show in process lists.

    :raises ValueError: if it is too short to be a secret, or cannot be sent in a header.
    """
    key = os.environ.get(HOST_KEY_VARIABLE)
    if not key:
        return None
    if len(key) < SHORTEST_HOST_KEY or not re.fullmatch(r"[\w.~+/=-]+", key, re.ASCII):
        raise ValueError(
            f"{HOST_KEY_VARIABLE} must have at least {SHORTEST_HOST_KEY} letters, digits or . _ ~ + / = -"
        )
    return key


def from_environment() -> Any:
    """Return the application for your own server, with several processes if needed.

    ``uvicorn --factory abstractplay_hex.playground.app:from_environment --workers 4``; the environment
    variable ``ABSTRACTPLAY_HEX_DB`` says where games are kept, ``ABSTRACTPLAY_HEX_HOST_KEY`` is the key
    with which the host's own programs end games.
    """
    path = os.environ.get(DATABASE_VARIABLE) or str(default_path())
    if "://" not in path:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    return create_app(Settings(database=path, host_key=host_key_from_environment()))
