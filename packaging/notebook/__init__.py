"""Steps a GPU kernel in a notebook, lane by lane, forward and back.

    import warpstep
    warpstep.show(kernel_text, grid=4, block=64)   # CUDA or WGSL
    warpstep.show(lesson="neighbored", slide=2)

The page is in this package and is served to this computer only: no network is needed. Nothing runs on a GPU.
"""

import base64
import functools
import html
import http.server
import json
import pathlib
import threading
import urllib.parse
import zlib

__all__ = ["Frame", "show"]

_PAGE = pathlib.Path(__file__).parent / "page"
# The version of the page's drafts.
_DRAFT = 1


class Frame:
    """The page with a kernel or a lesson, as notebooks show it."""

    def __init__(self, address, height):
        self.address, self.height = address, height

    def _repr_html_(self):
        address = html.escape(self.address)
        return (
            f'<iframe src="{address}" title="Warpstep" width="100%" height="{int(self.height)}" '
            'style="border: 0; display: block" allow="fullscreen; clipboard-write"></iframe>'
        )

    def __repr__(self):
        return f"<Warpstep at {self.address}>"


def show(
    kernel=None,
    *,
    lesson=None,
    slide=None,
    n=None,
    grid=None,
    block=None,
    machine=None,
    grain=None,
    panel=None,
    step=None,
    theme=None,
    lang=None,
    height=480,
    address=None,
):
    """Returns a frame with a kernel's text (CUDA or WGSL), or with a lesson.

    grid and block are a number or up to three: the launch, where the text has none. The other words are those of a link.
    address is that of a hosted page, for notebooks whose browser is on another computer than their kernel.
    """
    if (kernel is None) == (lesson is None):
        raise TypeError("give a kernel's text, or lesson=NAME")
    if kernel is not None and (slide, n) != (None, None):
        raise TypeError("slide and n are for a lesson; give grid and block for a kernel")
    words = {"grain": grain, "panel": panel, "step": step, "theme": theme, "lang": lang}
    if lesson is not None:
        block = None if block is None else "x".join(map(str, _sizes(block)))
        words |= {"slide": slide, "n": n, "block": block, "machine": machine}
        place = urllib.parse.quote(lesson)
    else:
        draft = {"version": _DRAFT, "source": kernel}
        if grid is not None:
            draft["workgroups"] = [*_sizes(grid), 1, 1][:3]
        if block is not None:
            draft["overrides"] = dict(zip(["block_x", "block_y", "block_z"], [*_sizes(block), 1, 1]))
        if machine is not None:
            draft["machine"] = machine
        words["code"] = _squeezed(json.dumps(draft))
        place = "playground"
    query = urllib.parse.urlencode({name: value for name, value in words.items() if value is not None} | {"embed": 1})
    return Frame(f"{(address or _served()).rstrip('/')}/#/{place}?{query}", height)


def _sizes(value):
    """Reads a number or up to three, also as a text such as "4,2"."""
    value = value.split(",") if isinstance(value, str) else value
    sizes = [int(size) for size in value] if isinstance(value, (tuple, list)) else [int(value)]
    if not 1 <= len(sizes) <= 3:
        raise ValueError("a grid and a block have one to three sizes")
    return sizes


def _squeezed(text):
    """Returns a text as the letters of a link: deflate without a header, in URL-safe base64."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode("utf-8")) + packer.flush()
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")


class _Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *arguments):
        """A notebook need not know about requests."""


@functools.cache
def _served():
    """Serves the page from a thread that ends with the program. Returns its address."""
    if not (_PAGE / "index.html").is_file():
        raise RuntimeError("this package was made without the page; give address=…, that of a hosted one")
    handler = functools.partial(_Files, directory=str(_PAGE))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    try:
        from google.colab.output import eval_js
    except ImportError:
        return f"http://127.0.0.1:{port}"
    # The browser of a hosted notebook reaches the port through this address.
    return eval_js(f"google.colab.kernel.proxyPort({port})")
