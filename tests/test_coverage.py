"""Promises of the whole: every rule has a test, and what the documents show works."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from littlewars.cli.shared import app
from littlewars.engine.catalogue.coverage import coverage
from littlewars.systems import SYSTEMS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *ROOT.glob("CONTRIBUTING.md")]
FINISHED = ("oversoul", "defiance", "xenocide", "at43", "combat-action")


@pytest.mark.parametrize("system", FINISHED)
def test_every_rule_has_a_test(system):
    report = coverage(system)
    assert report.missing == ()
    assert report.unknown == ()


def test_the_example_of_the_readme(capsys, monkeypatch):
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert '"meeting-engagement"' in code
    exec(compile(code.replace("meeting-engagement", "crossroads"), "README.md", "exec"), {})
    assert re.search(r"wins: |A draw: ", capsys.readouterr().out)


def commands():
    """Every `littlewars …` of the documents."""
    for path in DOCUMENTS:
        text = re.sub(r"  # .*", "", path.read_text())
        for found in re.findall(r"(?:^|[`$ /])littlewars ([a-z][^`\n]*)", text, re.M):
            yield path.name, found.strip()


@pytest.mark.parametrize(("where", "line"), sorted(set(commands())))
def test_the_commands_of_the_documents_exist(where, line):
    command = typer.main.get_command(app)
    words = shlex.split(line)
    while words and hasattr(command, "commands") and words[0].split("|")[0] in command.commands:
        command = command.commands[words.pop(0).split("|")[0]]
    assert not hasattr(command, "commands"), f"{where}: there is no command {line!r}"
    options = {name for param in command.params for name in param.opts}
    for word in words:
        assert not word.startswith("--") or word.strip("[]") in options, f"{where}: {line}: {word}"


def test_the_documents_name_what_there_is():
    names = {name for system in SYSTEMS.values() for name in system.scenarios()}
    names |= {path.stem for path in (ROOT / "examples").glob("*/*/data/scenarios/*.yaml")}
    for path in DOCUMENTS:
        for name in re.findall(r"--scenario ([a-z][a-z-]*)", path.read_text()):
            assert name in names, f"{path.name}: {name}"
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text()):
            assert (path.parent / link).exists() or link.endswith("results.md"), f"{path.name}: {link}"
