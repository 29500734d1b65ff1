"""The merged checkpoint: equal tensors, its records, and the two snippets of a model card."""

import os
import subprocess
import sys

import pytest

from tests import hub
from tests.training.conftest import serving, small
from trace_tasks.training import files, merge
from trace_tasks.training import run as running
from trace_tasks.training.files import RunError

pytest.importorskip("trl", reason="the extra `train` is not installed")


@pytest.fixture(scope="module")
def folders(prepared, tmp_path_factory):
    folder = tmp_path_factory.mktemp("merge")
    running.run(small(optimizer__steps=2), prepared, folder / "run")
    provenance = merge.merge(folder / "run", prepared, folder / "merged")
    return folder, provenance


def test_tensors_are_the_trained_ones(folders):
    import torch
    from safetensors.torch import load_file

    folder, _ = folders
    trained = load_file(folder / "run" / "checkpoint-2" / "model.safetensors")
    merged = load_file(folder / "merged" / "model.safetensors")
    assert merged.keys() == trained.keys()
    assert all(torch.equal(merged[name], trained[name]) for name in trained)


def test_what_lies_in_it(folders, prepared):
    folder, _ = folders
    names = set(files.names(folder / "merged"))
    assert {
        "config.json",
        "generation_config.json",
        "model.safetensors",
        "tokenizer.json",
        "processor_config.json",
        "chat_template.jinja",
        merge.PROVENANCE,
        merge.REVISION,
    } <= names
    assert not [
        name for name in names if any(word in name for word in ("optim", "sched", "rng", "trainer", "args"))
    ]
    ours, theirs = (
        files.read_json(f / "generation_config.json") for f in (folder / "merged", prepared / "base")
    )
    assert ours["eos_token_id"] == theirs["eos_token_id"]


def test_provenance(folders):
    folder, provenance = folders
    assert provenance["base"]["revision"] == provenance["dataset"]["revision"] == "local"
    assert provenance["base"]["files"]["model.safetensors"]["sha256"]
    assert provenance["profile_sha256"] == small(optimizer__steps=2).sha256
    assert provenance["seeds"] == {"sampling": 1, "data_order": 1}
    assert provenance["steps"] == 2
    assert provenance["environment"]["packages"]["torch"]
    assert provenance["hardware"]["device"] == "cpu"
    assert provenance["reward_curve"]["spans"][-1]["to_step"] == 2
    assert provenance["code"]["package"].startswith("trace-tasks ")
    assert set(provenance["files"]) == set(files.names(folder / "merged")) - merge.RECORDS
    short = files.read_json(folder / "merged" / merge.REVISION)
    assert short["steps"] == 2
    assert short["provenance_sha256"] == files.file_sha256(folder / "merged" / merge.PROVENANCE)


def test_bf16_is_what_the_forward_passes_saw(folders, prepared, tmp_path):
    import torch
    from safetensors.torch import load_file

    folder, _ = folders
    merge.write_weights(folder / "run" / "checkpoint-2", prepared / "base", tmp_path, "bfloat16")
    trained = load_file(folder / "run" / "checkpoint-2" / "model.safetensors")
    merged = load_file(tmp_path / "model.safetensors")
    assert all(torch.equal(merged[name], trained[name].to(torch.bfloat16)) for name in trained)


@pytest.mark.parametrize("change", ["flip", "remove", "add", "record"])
def test_verify_names_what_differs(folders, tmp_path, change):
    import shutil

    folder, _ = folders
    copy = tmp_path / "copy"
    shutil.copytree(folder / "merged", copy)
    assert merge.verify(copy) == []
    match change:
        case "flip":
            data = bytearray((copy / "model.safetensors").read_bytes())
            data[-1] ^= 1
            (copy / "model.safetensors").write_bytes(data)
            expected = "model.safetensors: sha256"
        case "remove":
            (copy / "tokenizer.json").unlink()
            expected = "tokenizer.json: missing"
        case "add":
            (copy / "optimizer.pt").write_bytes(b"")
            expected = "optimizer.pt: not in the record"
        case "record":
            text = (copy / merge.PROVENANCE).read_text()
            (copy / merge.PROVENANCE).write_text(text.replace('"steps": 2', '"steps": 3', 1))
            expected = f"{merge.PROVENANCE}: not the one"
    faults = merge.verify(copy)
    assert len(faults) == 1
    assert faults[0].startswith(expected)


def test_what_cannot_be_merged(folders, prepared, tmp_path):
    folder, _ = folders
    with pytest.raises(RunError, match="no complete checkpoint of step 7"):
        merge.merge(folder / "run", prepared, tmp_path / "m", step=7)
    with pytest.raises(RunError, match="exists; choose another"):
        merge.merge(folder / "run", prepared, folder / "merged")
    with pytest.raises(RunError, match="is missing"):
        merge.merge(tmp_path, prepared, tmp_path / "m")
    with pytest.raises(RunError, match="is missing"):
        merge.verify(tmp_path)


# A model card says these; {model} is a Hub id there, and here that or a folder.

PIPELINE = """
from PIL import Image
from transformers import pipeline

ask = pipeline("image-text-to-text", model="{model}")
messages = [
    {{
        "role": "user",
        "content": [
            {{"type": "image", "image": Image.open("{picture}")}},
            {{"type": "text", "text": "How many tiles are there?"}},
        ],
    }}
]
print(ask(text=messages, max_new_tokens=8, return_full_text=False)[0]["generated_text"])
"""

FROM_PRETRAINED = """
from PIL import Image
from transformers import AutoModelForImageTextToText, AutoProcessor

model = AutoModelForImageTextToText.from_pretrained("{model}", dtype="auto", device_map="auto")
processor = AutoProcessor.from_pretrained("{model}")
messages = [
    {{
        "role": "user",
        "content": [
            {{"type": "image", "image": Image.open("{picture}")}},
            {{"type": "text", "text": "How many tiles are there?"}},
        ],
    }}
]
inputs = processor.apply_chat_template(
    messages, add_generation_prompt=True, tokenize=True, return_dict=True, return_tensors="pt"
).to(model.device)
output = model.generate(**inputs, max_new_tokens=8)
print(processor.decode(output[0, inputs["input_ids"].shape[1] :], skip_special_tokens=True))
"""


@pytest.mark.parametrize("where", ["folder", "hub"])
@pytest.mark.parametrize("snippet", [PIPELINE, FROM_PRETRAINED], ids=["pipeline", "from_pretrained"])
def test_snippets_of_a_model_card(folders, tmp_path, snippet, where):
    """As written, in a process of their own, from a folder and from a Hub."""
    from trace_tasks.training.demo import rows

    folder, _ = folders
    rows.rows("test", 1)[0]["images"][0].save(tmp_path / "tiles.png")
    with serving({("model", "demo/tiny"): folder / "merged"}) as (served, _):
        model = "demo/tiny" if where == "hub" else str(folder / "merged")
        online = {**hub.environment(served, tmp_path / "cache"), "HF_HUB_OFFLINE": "0"}
        own = online if where == "hub" else {"HF_HUB_OFFLINE": "1"}
        done = subprocess.run(
            [
                sys.executable,
                "-W",
                "ignore",
                "-c",
                snippet.format(model=model, picture=tmp_path / "tiles.png"),
            ],
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip()
    assert bool(served.log) == (where == "hub")
