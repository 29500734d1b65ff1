"""The gallery: well-formed, complete, without anything from elsewhere."""

import re
from html.parser import HTMLParser

import pytest
from PIL import Image

from tests.datasets import TASKS, tree
from trace_tasks import generate_task
from trace_tasks.gallery import MARKER, gallery
from trace_tasks.records import DataError

VOID = {"meta", "input", "img", "br", "hr", "link"}


class Page(HTMLParser):
    """Checks that every element is closed in its turn, and collects attributes."""

    def __init__(self, text: str):
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for found, attributes in self.seen if found == tag]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    output = tmp_path_factory.mktemp("gallery") / "gallery"
    counted = []
    gallery(output, TASKS, per_task=3, seed=5, advance=counted.append)
    assert counted == [1, 1]
    return output


def test_it_is_well_formed_and_complete(made):
    text = (made / "index.html").read_text()
    page = Page(text)
    assert page.open == []
    assert [a["id"] for a in page.all("article")] == list(TASKS)
    assert {a["data-domain"] for a in page.all("article")} == {"games"}
    assert len(page.all("img")) == len(page.all("svg")) == 6
    for image in page.all("img"):
        with Image.open(made / image["src"]) as picture:
            assert picture.size == (int(image["width"]), int(image["height"]))
        assert image["loading"] == "lazy"
    ids = [attributes["id"] for _, attributes in page.seen if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert "<!--" not in text


def test_nothing_comes_from_elsewhere(made):
    text = (made / "index.html").read_text()
    assert not re.search(r"https?://|@import|url\(", text)
    for tag, attributes in Page(text).seen:
        assert tag not in ("link", "iframe")
        assert not attributes.get("src", "images/").startswith(("/", ".."))


def test_queries_take_turns_and_the_witness_is_drawn(made):
    text = (made / "index.html").read_text()
    for k, query in enumerate(["grid_color_gem_count", "row_color_gem_count", "column_color_gem_count"]):
        sample = generate_task(TASKS[0], seed=5 + k, params={"query_id": query})
        assert f"<span>{query}</span>" in text
        assert f"<b>{sample.answer_gt.value}</b>" in text
        for x0, y0, _, _ in sample.annotation_gt.value:
            assert f'<rect x="{x0}" y="{y0}"' in text


def test_what_is_replaced_and_what_is_not(made, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "index.html").write_text("precious")
    with pytest.raises(DataError, match="is no gallery"):
        gallery(tmp_path / "mine", TASKS[:1], per_task=1)
    assert (tmp_path / "mine" / "index.html").read_text() == "precious"

    (tmp_path / "empty").mkdir()
    gallery(tmp_path / "empty", TASKS, per_task=1)
    gallery(tmp_path / "empty", TASKS[:1], per_task=1)
    assert len(list((tmp_path / "empty" / "images").iterdir())) == 1
    assert (tmp_path / "empty" / MARKER).exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["empty", "mine"]


def test_a_gallery_that_fails_leaves_the_old_one(made, monkeypatch):
    before = tree(made)
    monkeypatch.setattr("trace_tasks.gallery.page", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        gallery(made, TASKS[:1], per_task=1)
    assert tree(made) == before
    assert [p.name for p in made.parent.iterdir()] == ["gallery"]


def test_texts_are_escaped(tmp_path, monkeypatch):
    sample = generate_task(TASKS[0], seed=1)
    sample.prompt_variants = {name: f"<script>&\n{text}" for name, text in sample.prompt_variants.items()}
    monkeypatch.setattr("trace_tasks.gallery.generate_task", lambda *_: sample)
    gallery(tmp_path / "gallery", TASKS[:1], per_task=1)
    text = (tmp_path / "gallery" / "index.html").read_text()
    assert "&lt;script&gt;&amp;" in text
    assert text.count("<script>") == 1
    assert Page(text).open == []
