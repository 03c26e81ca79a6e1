"""The workers of a Dask cluster verify as our own processes do, also when one of them is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.util import find_spec

import pytest

from mustutor.archive import verify_archive
from tests.archive.made import lines, wrong

# Imported by the test that needs it alone: reading the tests need not wait a second for it.
pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra dask")

# In a process of its own: a cluster has threads, and starts processes that read what began them.
CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        workers = [worker.pid for worker in cluster.workers.values()]
        print(cluster.scheduler_address, *workers, flush=True)
        sys.stdin.read()
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A real cluster of two workers: its address, and their processes, of which one is killed."""
    program = tmp_path_factory.mktemp("cluster") / "cluster.py"
    program.write_text(CLUSTER)
    with subprocess.Popen(
        [sys.executable, str(program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    ) as process:
        assert process.stdin
        assert process.stdout
        address, *workers = process.stdout.readline().split()
        yield address, [int(worker) for worker in workers]
        process.stdin.close()


@pytest.fixture
def league(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join([*lines(), wrong(lines()[2]), b"{\n"]) * 60)
    return str(path)


# A cluster is three processes, each of which imports all of Dask: whatever has no need of one
# (addresses of nobody, and any executor, in test_long_runs.py) is tried every day.
@pytest.mark.long
def test_the_command_speaks_to_a_cluster(cluster, league):
    address, _ = cluster
    program = "import sys; from mustutor.cli.main import main; sys.exit(main())"

    def ran(*words):
        return subprocess.run(
            [sys.executable, "-c", program, "replay", "verify", league, *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    here, there = ran(), ran("--executor", "dask", "--scheduler", address)
    assert (there.returncode, there.stdout, there.stderr) == (3, here.stdout, here.stderr)
    nobody = ran("--executor", "dask", "--scheduler", "tcp://127.0.0.1:9")
    assert (nobody.returncode, nobody.stdout) == (3, "")
    assert nobody.stderr.startswith("No Dask scheduler answers at tcp://127.0.0.1:9:")
    assert "Traceback" not in nobody.stderr


@pytest.mark.long
def test_a_cluster_gives_the_same_also_when_a_worker_is_killed(cluster, league):
    distributed = pytest.importorskip("distributed")
    address, workers = cluster
    alone, together = [], []
    expected = verify_archive([league], jobs=2, on_result=alone.append)

    def and_kill_a_worker(report):
        together.append(report)
        if len(together) == 100:
            os.kill(workers[0], signal.SIGKILL)

    with (
        distributed.Client(address, set_as_default=False) as client,
        client.get_executor(pure=False) as executor,
    ):
        summary = verify_archive([league], executor=executor, on_result=and_kill_a_worker)
    assert summary.dumps() == expected.dumps()
    assert together == alone


@pytest.mark.parametrize(
    ("address", "status"),
    [("nonsense", 2), ("ftp://x:1", 2), ("tcp://", 2), ("tcp://x:99999", 3), ("tcp://\x1b:1", 3)],
)
def test_an_address_of_nobody_is_told_in_a_line_or_two(mustutor, address, status):
    told = mustutor("replay", "verify", "whole_game", "--executor", "dask", "--scheduler", address)
    assert (told.status, told.out) == (status, "")
    assert len(told.err.splitlines()) in (1, 2)
    assert "--scheduler" in told.err  # what is to be done
    assert "\x1b" not in told.err
