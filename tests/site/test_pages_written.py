"""The pages as written: whole, closed to strangers, the same each time, in every language."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from mustutor.base.language import available
from mustutor.cli.site import pocket, writing
from mustutor.cli.site.screens import SCREENS
from mustutor.cli.site.writing import CORE
from mustutor.games.rulebook import articles
from tests.site.conftest import pretended

LISTS = re.compile(r"^const (CACHE|FILES|SNAPSHOT) = (.*);$", re.MULTILINE)
FIELDS = {"input", "select", "textarea"}
NAMESPACE = "http://www.w3.org/2000/svg"


def kept(folder: Path) -> dict[str, object]:
    """What the service worker says that it keeps."""
    text = (folder / "service-worker.js").read_text("utf-8")
    return {name: json.loads(value) for name, value in LISTS.findall(text)}


def below(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


class Elements(HTMLParser):
    """The elements of a page, each with its attributes, what it stands in, and its code."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.within: list[str] = []
        self.found: list[tuple[str, dict[str, str | None], tuple[str, ...]]] = []
        self.code: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs), tuple(self.within)))
        if tag not in {"meta", "link", "input", "br"}:
            self.within.append(tag)

    def handle_endtag(self, tag):
        assert self.within.pop() == tag

    def handle_data(self, data):
        if self.within and self.within[-1] in {"script", "style"}:
            if "type" in self.found[-1][1]:  # data, and not read as code
                return
            self.code.append((self.within[-1], data))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a name."""
        return [attributes for name, attributes, _ in self.found if name == tag]


def hashes_of(page: Elements) -> dict[str, set[str]]:
    """What of a page is read as code, by its kind, as a policy names it."""
    digests = [
        (kind, base64.b64encode(hashlib.sha256(code.encode()).digest()).decode())
        for kind, code in page.code
    ]
    return {
        kind: {f"'sha256-{digest}'" for found, digest in digests if found == kind}
        for kind in ("script", "style")
    }


def read(folder: Path, name: str) -> Elements:
    return Elements((folder / name).read_text("utf-8"))


def test_all_that_is_written_is_kept_for_a_day_without_a_network(pages):
    listed = kept(pages)["FILES"]
    assert isinstance(listed, list)
    # What is only read needs no Python: a browser shows it from the server, and keeps none of it.
    read = {f"{code}/" for code in available()}
    written = {name for name in below(pages) if name[: name.find("/") + 1] not in read}
    written -= {"service-worker.js", "preview.png", "site.css"}
    assert sorted(listed) == sorted(["./", *(f"./{name}" for name in written)])
    assert {f"pyodide/{name}" for name in CORE} <= written
    assert {"index.html", "worker.js", "mustutor.zip", "libraries.zip", "icon.svg"} <= written
    for code in available():
        assert {f"{code}.html", f"{code}.webmanifest"} <= written


def test_the_same_pages_are_written_each_time_and_another_file_means_another_cache(
    pages, mustutor, tmp_path
):
    again, other = tmp_path / "again", tmp_path / "other"
    core = pages.parent / "node_modules" / "pyodide"
    writing.package.cache_clear()
    writing.libraries.cache_clear()
    assert mustutor("site", str(again), "--pyodide", str(core)).status == 0
    assert below(again) == below(pages)
    changed = pretended(tmp_path / "npm")
    (changed / "pyodide.asm.wasm").write_text("another", "utf-8")
    assert mustutor("site", str(other), "--pyodide", str(changed)).status == 0
    assert kept(other)["FILES"] == kept(pages)["FILES"]
    for name in ("CACHE", "SNAPSHOT"):
        assert kept(other)[name] != kept(pages)[name]


@pytest.mark.parametrize("name", ["index", *available()])
def test_a_page_runs_and_loads_nothing_but_ours(pages, name):
    page = read(pages, f"{name}.html")
    [policy] = [
        meta["content"] for meta in page.all("meta") if "http-equiv" in meta and meta["content"]
    ]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split("; ")}
    for directive in ("default-src", "base-uri", "form-action"):
        assert rules[directive] == ["'none'"]
    hashes = hashes_of(page)
    assert set(rules["script-src"]) == hashes["script"]
    assert set(rules["style-src"]) == hashes["style"]
    assert all(
        sources in (["'self'"], ["'none'"])
        for directive, sources in rules.items()
        if directive not in {"script-src", "style-src"}
    )
    for tag, attributes, _ in page.found:
        assert not [key for key in attributes if key.startswith("on") or key == "style"], tag
        for key in ("href", "src"):
            assert (attributes.get(key) or "#").startswith(("#", "./")), (tag, attributes)


def test_no_address_stands_in_what_is_written_by_us(pages):
    for name, data in below(pages).items():
        if name.endswith((".zip", ".wasm", ".png")) or name.startswith("pyodide/"):
            continue
        text = data.decode("utf-8").replace(NAMESPACE, "")
        assert not re.findall(r"(?:https?|wss?|ftp):/?/?[\w.]+", text), name


@pytest.mark.parametrize("code", available())
def test_every_field_has_a_label_and_every_part_its_link_and_heading(pages, code):
    page = read(pages, f"{code}.html")
    assert page.all("html")[0]["lang"] == code
    for tag, attributes, within in page.found:
        if tag in FIELDS:
            assert "label" in within, attributes
        assert tag != "iframe"
    identities = [attributes["id"] for _, attributes, _ in page.found if "id" in attributes]
    assert len(set(identities)) == len(identities)
    parts = [part["id"] for part in page.all("section") if "id" in part]
    links = [link["href"] for link in page.all("a") if (link["href"] or "").startswith("#")]
    at_the_desk = [f"#{name}" for name in SCREENS]
    assert [f"#{part}" for part in parts] == [link for link in links if link not in at_the_desk]
    assert set(links) >= {*at_the_desk}
    assert set(parts) == {"learn", "hand", "compare", "odds", "rule", "line"}
    others = {link["hreflang"] for link in page.all("a") if "hreflang" in link}
    assert others == set(available()) - {code}


def test_the_manifests_name_what_is_there(pages):
    for code in available():
        told = json.loads((pages / f"{code}.webmanifest").read_text("utf-8"))
        assert told["lang"] == code
        for name in (told["start_url"], *(icon["src"] for icon in told["icons"])):
            assert (pages / name).is_file()


def test_the_archives_hold_code_data_and_licences_and_nothing_compiled_for_this_machine():
    for made in (writing.package(), writing.libraries()):
        with zipfile.ZipFile(io.BytesIO(made)) as archive:
            names = archive.namelist()
            assert archive.testzip() is None
        assert not [name for name in names if re.search(r"\.(so|pyd|dylib|pyc|po)$|\.\.", name)]
        if "mustutor/__init__.py" in names:
            assert "mustutor/locale/es/LC_MESSAGES/mustutor.mo" in names
            assert "mustutor/data/variants/compiled.json" in names
            assert "mustutor/cli/site/assets/page.js" in names
        else:
            for library in writing.LIBRARIES:
                about = re.compile(library.replace("-", "[-_]").replace(".", "[._]") + r"-[\d.]+\.")
                told = [name for name in names if about.match(name)]
                assert [name for name in told if re.search("LICEN|COPYING", name)], library


def test_what_is_somebody_elses_is_left_alone(mustutor, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "index.html").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name in ("full", "file"):
        refused = mustutor("site", "--pocket", str(tmp_path / name))
        assert refused.status == 2
        assert "new folder" in refused.err
    assert (tmp_path / "full" / "index.html").read_text() == "mine"
    assert {path.name for path in (tmp_path / "full").iterdir()} == {"index.html"}


def test_pages_of_ours_are_written_over_and_what_lies_beside_them_stays(pages, mustutor, tmp_path):
    folder = tmp_path / "pages"
    shutil.copytree(pages, folder)
    (folder / "CNAME").write_text("mine")
    (folder / "es.html").write_text("old")
    # Without --pyodide the one that is there is kept, and told as before.
    assert mustutor("site", str(folder)).status == 0
    assert below(folder) == {**below(pages), "CNAME": b"mine"}


def test_pages_without_pyodide_say_what_brings_it(mustutor, tmp_path):
    (tmp_path / "empty").mkdir()
    written = mustutor("site", "--pocket", str(tmp_path / "empty"))
    assert written.status == 0
    assert f"npm install pyodide@{pocket.PYODIDE}" in written.out
    assert f"site {tmp_path / 'empty'} --pyodide node_modules/pyodide" in written.out
    assert not (tmp_path / "empty" / "pyodide").exists()


@pytest.mark.parametrize("told", ['{"name": "pyodide", "version": "0.1.0"}', "[]", "{", "[" * 9999])
def test_another_package_or_version_is_refused_and_nothing_is_written(mustutor, tmp_path, told):
    core = pretended(tmp_path / "npm")
    (core / "package.json").write_text(told)
    refused = mustutor("site", str(tmp_path / "pages"), "--pyodide", str(core))
    assert refused.status == 2
    assert pocket.PYODIDE in refused.err
    assert not (tmp_path / "pages").exists()


def test_a_package_with_a_file_missing_is_told_by_its_name(mustutor, tmp_path):
    core = pretended(tmp_path / "npm")
    (core / "pyodide.asm.wasm").unlink()
    refused = mustutor("site", str(tmp_path / "pages"), "--pyodide", str(core))
    assert refused.status == 3
    assert "pyodide.asm.wasm" in refused.err
    assert not (tmp_path / "pages").exists()


def test_an_older_python_beside_the_pages_is_refused_and_told(pages, mustutor, tmp_path):
    folder = tmp_path / "pages"
    shutil.copytree(pages, folder)
    (folder / "pyodide" / "package.json").write_text('{"name": "pyodide", "version": "0.1.0"}')
    before = below(folder)
    refused = mustutor("site", "--pocket", str(folder))
    assert (refused.status, refused.out) == (2, "")
    assert f"npm install pyodide@{pocket.PYODIDE}" in refused.err
    assert below(folder) == before


def test_how_large_the_pages_are_is_told(pages, mustutor, tmp_path):
    size = sum(map(len, below(pages).values())) / 1_000_000
    core = pages.parent / "node_modules" / "pyodide"
    told = mustutor("site", str(tmp_path / "pages"), "--pyodide", str(core)).out
    [megabytes] = re.findall(r":\s+(\d+)\s+MB", told)
    assert size <= int(megabytes) < size + 1


def test_the_page_knows_an_article_by_its_name():
    [pattern] = re.findall(r"^const ARTICLE = /(.+)/;$", pocket.asset("page.js"), re.MULTILINE)
    assert articles()
    for name in articles():
        assert re.fullmatch(pattern, name), name
