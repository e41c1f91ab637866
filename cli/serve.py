"""`paipu serve`: the viewer over a library, on this machine.

Owns the address to listen on and the first start (samples). Must not know pages or storage.
"""

from __future__ import annotations

import logging
import socket
import sqlite3
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource
from flask import Flask
from waitress import create_server
from waitress.server import BaseWSGIServer, MultiSocketServer

from paipu.records.library import Library
from paipu.records.sample_games import load_samples
from paipu.web import create_app

from .common import Unreadable

__all__ = ["listen", "serve", "server_of"]

PORT: Final = 8484
_TRIES: Final = 50
_BODY: Final = 64 * 1024 * 1024
"""Bytes taken in before the connection is cut; what is too large but below gets the page that says so."""


@click.command()
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("paipu.sqlite"),
    show_default=True,
    help="File of the library; made if it is not there.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port to listen on. Unless given, the next free one is taken.",
)
@click.pass_context
def serve(context: click.Context, db: Path, host: str, port: int) -> None:
    """Show the library in the browser: list, upload, replay, rule sheets."""
    given = context.get_parameter_source("port") is not ParameterSource.DEFAULT
    try:
        listener = listen(host, port, tries=1 if given else _TRIES)
    except OSError as error:
        raise click.ClickException(
            f"cannot listen on {host} port {port}: {error.strerror or error}"
        ) from None
    try:
        library = Library(db)
    except sqlite3.Error as error:
        listener.close()
        raise Unreadable(f"{db} cannot be opened as a library: {error}") from None
    try:
        if added := load_samples(library):
            click.echo(f"{added} sample files put into {db}")
        server = server_of(create_app(library), listener)
        click.echo(f"paipu is at {address(listener)}  (Ctrl+C stops it)")
        server.run()
    finally:
        listener.close()
        library.close()


def server_of(app: Flask, listener: socket.socket) -> MultiSocketServer | BaseWSGIServer:
    """The server of an application on a listening socket, not yet running."""
    # A page asks for its files at once, so some wait their turn: nothing to warn of.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    return create_server(app, sockets=[listener], max_request_body_size=_BODY)


def listen(host: str, port: int, *, tries: int = 1) -> socket.socket:
    """A listening socket on the first free of `tries` ports from `port` on; `OSError` if there is none."""
    family = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]
    for candidate in range(port, port + tries):
        try:
            return _bind(family, host, candidate)
        except OSError:
            if candidate in (port + tries - 1, 65535):
                raise
    raise OSError("no port to try")


def _bind(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener


def address(listener: socket.socket) -> str:
    """What to type into a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
