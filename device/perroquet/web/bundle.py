"""What a browser is spared of NiceGUI's bundle: our pages are plain HTML and SVG, which Vue draws by itself."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fastapi import FastAPI

_KEPT: Final = "public, max-age=31536000, immutable"
"""The path has NiceGUI's version in it."""

_SANITIZER: Final = """export default { sanitize() { throw new Error("no page of ours is drawn from HTML"); } };"""

_NO_STYLE: Final = "/* ours is in the page */"

_INSTEAD: Final = {
    "quasar.umd.prod.js": ("text/javascript", ""),
    "quasar.important.prod.css": ("text/css", _NO_STYLE),
    "quasar.unimportant.prod.css": ("text/css", _NO_STYLE),
    "lang/fr.umd.prod.js": ("text/javascript", ""),
    "fonts.css": ("text/css", _NO_STYLE),
    "dompurify.mjs": ("text/javascript", _SANITIZER),
}
"""Two thirds of the bundle: NiceGUI's page asks for them, and nothing of ours uses them."""


def spare(app: "FastAPI") -> None:
    """Start no component library, and answer with nothing in place of its files. Call it before NiceGUI is mounted."""
    from fastapi import Request
    from fastapi.responses import Response
    from nicegui import __version__, core

    core.app.config.vue_config_script = ""
    for name, (kind, text) in _INSTEAD.items():

        async def instead(_request: Request, kind: str = kind, text: str = text) -> Response:
            return Response(text, media_type=kind, headers={"Cache-Control": _KEPT})

        app.add_route(f"/_nicegui/{__version__}/static/{name}", instead, methods=["GET"])
