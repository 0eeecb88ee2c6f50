"""The command as a process of its own: from anywhere, into a pipe, quick to start."""

import subprocess
import sys
from pathlib import Path

COMMAND = "import sys; sys.argv[0] = 'littlewars'; from littlewars.cli import main; main()"


def call(*words, cwd, **more):
    return subprocess.run([sys.executable, "-c", COMMAND, *map(str, words)], cwd=cwd, capture_output=True, text=True, **more)


def test_the_catalogue_needs_no_compiler_and_works_from_anywhere(tmp_path):
    (tmp_path / "numba.py").write_text("raise ImportError('not here')")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {COMMAND}"
    for words in (["rules", "oversoul", "--coverage", "--json"], ["systems"], ["--help"], ["army", "list", "oversoul"]):
        ended = subprocess.run([sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, text=True)
        assert (ended.returncode, ended.stderr) == (0, "")


def test_a_whole_battle_into_a_pipe(tmp_path):
    ended = call("watch", "oversoul", "--scenario", "first-battle", "--seed", 4, "--svg", "b.svg", cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\x1b" not in ended.stdout
    assert (tmp_path / "b.svg").exists()


def test_bad_input_and_strange_names(tmp_path):
    ended = call("verify", b"no\xffsuch".decode("utf-8", "surrogateescape"), cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert "Traceback" not in ended.stderr


def test_a_reader_that_goes_away(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, "rules", "oversoul"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_command_is_installed():
    assert (Path(sys.executable).parent / "littlewars").exists()
