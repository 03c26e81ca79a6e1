"""Completion: each shell is given its own script, and answered in its own manner."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

RUN = "import sys; from mustutor.cli.main import main; sys.exit(main())"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


SCRIPTS = {
    "bash": ("complete -o default -F _mustutor_completion mustutor", "complete_bash"),
    "zsh": ("#compdef mustutor", "complete_zsh"),
    "fish": ("complete --command mustutor", "complete_fish"),
    "pwsh": ("Register-ArgumentCompleter -Native -CommandName mustutor", "complete_powershell"),
}


@pytest.mark.parametrize("shell", SCRIPTS)
@pytest.mark.parametrize("joined", [False, True])
def test_each_shell_is_shown_its_own_script(shell, joined):
    words = (f"--show-completion={shell}",) if joined else ("--show-completion", shell)
    told = run(*words)
    assert (told.returncode, told.stderr) == (0, "")
    assert all(part in told.stdout for part in SCRIPTS[shell])
    others = {script[1] for name, script in SCRIPTS.items() if name != shell}
    assert not any(other in told.stdout for other in others)


@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
def test_a_shell_that_is_none_is_refused(option):
    told = run(option, "tcsh")
    assert told.returncode == 2
    assert f"{option} can be bash, zsh, fish, powershell, pwsh, not tcsh." in told.stderr


def test_a_shell_is_installed_by_its_name(tmp_path):
    told = run("--install-completion", "fish", HOME=str(tmp_path))
    assert told.returncode == 0, told.stderr
    written = (tmp_path / ".config/fish/completions/mustutor.fish").read_text("utf-8")
    assert "complete_fish" in written


def test_bash_is_answered_with_words():
    words = {"COMP_WORDS": "mustutor replay ver", "COMP_CWORD": "2"}
    assert run(_MUSTUTOR_COMPLETE="complete_bash", **words).stdout.split() == ["verify"]


def test_zsh_is_answered_with_words_and_what_they_mean():
    line = {"_TYPER_COMPLETE_ARGS": "mustutor replay ver"}
    told = run(_MUSTUTOR_COMPLETE="complete_zsh", **line).stdout
    assert told.startswith('_arguments \'*: :(("verify":"')


@pytest.mark.parametrize(("action", "status"), [("get-args", 0), ("is-args", 0)])
def test_fish_is_answered_with_words_and_what_they_mean(action, status):
    line = {"_TYPER_COMPLETE_ARGS": "mustutor replay ver", "_TYPER_COMPLETE_FISH_ACTION": action}
    told = run(_MUSTUTOR_COMPLETE="complete_fish", **line)
    assert told.returncode == status
    assert told.stdout.startswith("verify\t" if action == "get-args" else "")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("mustutor drill ju", ["juego.order"]),
        ("mustutor learn decl", ["declarations"]),
        ("mustutor variant show mad", ["madrid"]),
        ("mustutor hand RRRA --variant mad", ["madrid"]),
        ("mustutor settle whole", ["whole_game"]),
        ("mustutor replay verify match_to", ["match_to_three_games"]),
        ("mustutor compare p", ["pares", "punto"]),
        ("mustutor rule MUS-DEJE-3", ["MUS-DEJE-3"]),
    ],
)
def test_every_name_is_completed(typed, offered):
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    told = run(_MUSTUTOR_COMPLETE="complete_bash", **words)
    assert (told.stdout.split(), told.stderr) == (offered, "")
