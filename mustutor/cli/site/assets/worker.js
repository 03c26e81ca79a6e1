// Python, and mustutor in it, beside the page: so the page never waits, and can end a long command.
// Everything is loaded from beside this file, and from nowhere else.
//
// Starting Python takes seconds. So a second worker (named `keep`), when nobody waits, starts it once
// more, asks what stands in `ASKED` so that all is loaded, and keeps its memory as it is then, with
// its files unpacked; later starts take both from there. Nothing that somebody has asked is in it.
// The name of the cache is made of the hashes of all that went into it.

const HERE = new URL("./", self.location.href);
const KEEPS = self.name === "keep";
const [KEPT, FILES, PLACES] = ["python", "files", "places"].map((name) => new URL(name, HERE).href);
const CORE = new URL("pyodide/pyodide.mjs", HERE).href;
const asked = (line) => JSON.stringify({ line, language: "en", columns: 80 });
const TRIED = asked("hand RRCA");
// Together they load nearly all modules, into 45 MB; to settle takes 30 more, and is not among them.
const ASKED = ["odds RRCA", "drill juego.order --seed 1", "judge", "rule MUS-BET-1"];
const LOADED = "from mustutor.cli.site import device\nfrom mustutor.present import replay_page, verdict";
const PAGE = 65536; // bytes, of WebAssembly
const tell = (message) => self.postMessage(message);
const told = (problem) => String(problem?.message ?? problem);

async function bytes(name) {
  const response = await fetch(new URL(name, HERE));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

// The one fault whoever wrote the pages can mend at once: Python was not put beside them.
async function lacks(problem) {
  const found = await fetch(CORE).catch(() => null);
  throw Object.assign(new Error(told(problem)), { lacking: found?.status === 404 });
}

// What unpacks the libraries and mustutor, and says in what folder.
async function unpacking() {
  const archives = await Promise.all(["libraries.zip", "mustutor.zip"].map(bytes));
  return (python) => {
    const folder = python.runPython(
      "import sys\n'/lib/python{}.{}/site-packages'.format(*sys.version_info)",
    );
    for (const archive of archives) python.unpackArchive(archive, "zip", { extractDir: folder });
    return folder;
  };
}

async function start(options, files) {
  files.catch(() => {}); // told below, when it is waited for
  const { loadPyodide } = await import(CORE).catch(lacks);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", HERE).href, ...options });
  tell({ kind: "step", step: "mustutor" });
  const folder = (await files)(python);
  // What is drawn by lot would be the same after each start from memory.
  const answered = python.runPython(
    "import importlib, random\n" +
      "importlib.invalidate_caches()\n" +
      "random.seed()\n" +
      "from mustutor.cli.site import running\n" +
      "running.stand_in()\n" +
      "running.answered",
  );
  return { python, answered, folder };
}

async function begin() {
  const began = performance.now();
  tell({ kind: "step", step: "python" });
  const remembered = await remember();
  const started = remembered ?? (await start({}, unpacking()));
  const milliseconds = Math.round(performance.now() - began);
  tell({ kind: "ready", milliseconds, remembered: remembered !== null });
  return started;
}

// --- what is kept on the device -----------------------------------------------------------------

const FOLDER = "/kept";
let device = null;

// Progress and matches stand in a folder that the browser keeps; in a second tab they are its own.
async function opened({ python }, keeps) {
  if (device !== null) return device;
  python.FS.mkdirTree(FOLDER);
  if (keeps) {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, FOLDER);
    await synced(python, true);
    // Nobody else holds the folder: a lock in it is of a page that was closed.
    for (const name of python.FS.readdir(FOLDER))
      if (name.endsWith(".lock")) python.FS.unlink(`${FOLDER}/${name}`);
  }
  device = python.runPython("from mustutor.cli.site import device\ndevice.touched");
  return device;
}

function synced(python, load) {
  return new Promise((resolve, reject) =>
    python.FS.syncfs(load, (problem) => (problem ? reject(problem) : resolve())),
  );
}

// A whole command line finds what the device keeps; what a form asks leaves no trace.
async function typed({ python, answered }, data) {
  if (data.keeps) await opened({ python }, true);
  const answer = JSON.parse(answered(JSON.stringify({ ...data, folder: data.keeps ? FOLDER : "" })));
  if (data.keeps) await synced(python, false);
  return answer;
}

async function touch(started, { act, typed, language, page, keeps }) {
  const touched = await opened(started, keeps);
  const seen = JSON.parse(touched(JSON.stringify({ act, typed, language, page, folder: FOLDER })));
  const kept = keeps && (await synced(started.python, false).then(() => true, () => false));
  return { ...seen, kept };
}

// --- the memory of Python just started ----------------------------------------------------------

// Python from its kept memory; nothing where there is none, or where it does not answer as it did.
async function remember() {
  try {
    const cache = await caches.open(SNAPSHOT);
    const found = await cache.match(KEPT);
    if (!found) return null;
    const files = laying(cache);
    const memory = new Uint8Array(await found.arrayBuffer());
    const roomy = { createPyodideModule: (settings) => withRoom(settings, memory.length) };
    const started = await start({ _loadSnapshot: memory, ...roomy }, files);
    if (started.answered(TRIED) === found.headers.get("X-Answer")) return started;
  } catch {
    // as if there were none
  }
  await forget();
  return null;
}

// Python begins with too little room for all that was loaded: it is given as much as the memory takes.
async function withRoom(settings, size) {
  const { instantiateWasm } = settings;
  settings.instantiateWasm = (imports, received) =>
    instantiateWasm(imports, (instance, module) => {
      const room = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
      room.grow(Math.max(0, Math.ceil((size - room.buffer.byteLength) / PAGE)));
      received(instance, module);
    });
  return (await import(new URL("pyodide/pyodide.asm.mjs", HERE).href)).default(settings);
}

// What lays the files where they were: each is a part of the one piece they are kept in, uncopied.
async function laying(cache) {
  const [whole, listed] = await Promise.all([FILES, PLACES].map((name) => cache.match(name)));
  const held = new Uint8Array(await whole.arrayBuffer());
  const places = await listed.json();
  return ({ FS }) => {
    let at = 0;
    for (const [folder, files] of places) {
      FS.mkdirTree(folder);
      for (const [path, size] of files) {
        FS.writeFile(path, held.subarray(at, (at += size)), { canOwn: true });
      }
    }
  };
}

async function forget() {
  try {
    await caches.delete(SNAPSHOT);
  } catch {
    // there is no place to keep anything
  }
}

// Every file below a folder, folder by folder: where it lies, how long it is, and what is in it.
function gathered(FS, folder) {
  const paths = FS.readdir(folder).slice(2).map((name) => `${folder}/${name}`); // without . and ..
  const isFolder = (path) => FS.isDir(FS.stat(path).mode);
  const pieces = paths.filter((path) => !isFolder(path)).map((path) => [path, FS.readFile(path)]);
  return [[folder, pieces], ...paths.filter(isFolder).flatMap((path) => gathered(FS, path))];
}

async function keep() {
  const cache = await caches.open(SNAPSHOT);
  if (!(await cache.match(KEPT))) {
    const { python, answered, folder } = await start({ _makeSnapshot: true }, unpacking());
    python.runPython(LOADED);
    for (const line of ASKED) answered(asked(line));
    const headers = { "X-Answer": answered(TRIED) };
    answered.destroy();
    const files = gathered(python.FS, folder);
    const pieces = files.flatMap(([, inside]) => inside.map(([, piece]) => piece));
    const places = files.map(([where, inside]) => [where, inside.map(([path, { length }]) => [path, length])]);
    await cache.put(PLACES, new Response(JSON.stringify(places)));
    await cache.put(FILES, new Response(new Blob(pieces)));
    await cache.put(KEPT, new Response(python.makeMemorySnapshot(), { headers })); // the last: all is there
  }
  tell({ kind: "remembers" });
}

if (KEEPS) {
  keep()
    .catch(forget) // then every start takes as long as the first
    .finally(() => self.close());
} else {
  const ready = begin();
  ready.catch((problem) => {
    tell({ kind: "failed", problem: told(problem), lacking: problem?.lacking === true });
  });
  self.onmessage = async ({ data }) => {
    const started = await ready.catch(() => null);
    if (started === null) return; // told already
    try {
      const answer = data.act ? await touch(started, data) : await typed(started, data);
      tell({ kind: "answer", number: data.number, ...answer });
    } catch (problem) {
      // Python itself has fallen over: nothing more can be asked of it.
      await forget();
      tell({ kind: "failed", problem: told(problem) });
    }
  };
}
