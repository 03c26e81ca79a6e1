// Python, and mustutor in it, beside the page: so the page never waits, and can end a long command.
// Everything is loaded from beside this file, and from nowhere else.

const HERE = new URL("./", self.location.href);
const tell = (message) => self.postMessage(message);

async function bytes(name) {
  const response = await fetch(new URL(name, HERE));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function begin() {
  const began = performance.now();
  tell({ kind: "step", step: "python" });
  const archives = Promise.all(["libraries.zip", "mustutor.zip"].map(bytes));
  archives.catch(() => {}); // told below, when it is waited for
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", HERE).href);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", HERE).href });
  tell({ kind: "step", step: "mustutor" });
  const folder = python.runPython(
    "import sys\n'/lib/python{}.{}/site-packages'.format(*sys.version_info)",
  );
  for (const archive of await archives) {
    python.unpackArchive(archive, "zip", { extractDir: folder });
  }
  const answered = python.runPython(
    "import importlib\n" +
      "importlib.invalidate_caches()\n" +
      "from mustutor.cli.site import persistent, running\n" +
      "persistent.stand_in()\n" +
      "running.answered",
  );
  tell({ kind: "ready", milliseconds: Math.round(performance.now() - began) });
  return answered;
}

const ready = begin();
ready.catch((problem) => tell({ kind: "failed", problem: String(problem?.message ?? problem) }));

self.onmessage = async ({ data }) => {
  try {
    const answered = await ready;
    tell({ kind: "answer", number: data.number, ...JSON.parse(answered(JSON.stringify(data))) });
  } catch (problem) {
    // Python itself has fallen over: nothing more can be asked of it.
    tell({ kind: "failed", problem: String(problem?.message ?? problem) });
  }
};
