"""Who does the work of a command: processes of this machine, or a Dask cluster."""

from concurrent.futures import Executor
from contextlib import ExitStack
from typing import Annotated

import typer

from abstractplay_hex.cli.output import NOT_DONE, complain
from abstractplay_hex.records import archive
from abstractplay_hex.records.archive.workers import MOST_JOBS, cluster_size

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=1,
        max=MOST_JOBS,
        show_default="all cores",
        help="Processes that work.",
    ),
]
Dask = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Let a Dask cluster do the work: tcp://host:port."),
]


def check_workers(jobs: int | None, dask: str | None) -> None:
    """Refuse both at once.

    :raises typer.BadParameter: if both are given.
    """
    if jobs is not None and dask is not None:
        raise typer.BadParameter("either --jobs or --dask", param_hint="--jobs")


def executor_of(stack: ExitStack, jobs: int | None, dask: str | None, quiet: bool) -> Executor:
    """Return the executor, which ends with *stack*.

    :param quiet: do not say that a cluster has no workers yet.
    :raises typer.Exit: if there is no scheduler.
    """
    try:
        executor = stack.enter_context(archive.workers(jobs, dask))
    except OSError as error:
        complain(f"there is no Dask scheduler at {dask}: {error}")
        raise typer.Exit(NOT_DONE) from None
    if dask is not None and not quiet and cluster_size(executor) == 0:
        complain(f"the cluster at {dask} has no workers yet: waiting for one")
    return executor


def lacking(error: ModuleNotFoundError, dask: str | None) -> typer.Exit:
    """Say that the workers of a cluster lack a package, and return the error to end with.

    :raises ModuleNotFoundError: if there is no cluster: here everything is there, or this would not run.
    """
    if dask is None:
        raise error
    complain(f"the workers at {dask} lack a package that this needs: {error}")
    return typer.Exit(NOT_DONE)
