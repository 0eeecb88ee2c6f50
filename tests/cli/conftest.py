"""The command line in this process: what it says and how it ends. What reaches the caller as an exception is a failure."""

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from littlewars.cli import main


@dataclass
class Ended:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def why(self) -> str:
        """The one line that says what is wrong."""
        assert self.code == 1, (self.code, self.out, self.err)
        lines = self.err.splitlines()
        assert len(lines) == 1, lines
        assert lines[0].startswith("littlewars: ")
        assert "Traceback" not in self.err + self.out
        assert "a bug:" not in self.err, self.err
        return lines[0].removeprefix("littlewars: ")


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run the command with these words, in an empty directory."""
    monkeypatch.chdir(tmp_path)

    def call(*words: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["littlewars", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        code = ended.value.code
        return Ended(0 if code is None else int(code), told.out, told.err)

    return call


@pytest.fixture
def write(tmp_path):
    """Put a file there."""

    def put(name: str, text: str | bytes):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return put
