"""A Qwen2.5-VL of a few hundred thousand random weights, with a tokenizer made from the demo's own words."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    PreTrainedTokenizerFast,
    Qwen2_5_VLConfig,
    Qwen2_5_VLForConditionalGeneration,
    Qwen2VLImageProcessor,
    Qwen2VLVideoProcessor,
)
from transformers.models.qwen2_5_vl.processing_qwen2_5_vl import Qwen2_5_VLProcessor

SPECIAL = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
CHAT_TEMPLATE = """{% for m in messages %}<|im_start|>{{ m.role }}
{% if m.content is string %}{{ m.content }}{% else %}{% for p in m.content %}{% if p.type == 'image' %}\
<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ p.text }}{% endif %}{% endfor %}{% endif %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
VOCABULARY = 704
WIDTH, LAYERS, HEADS = 64, 2, 4  # of the language model
VISION_WIDTH, VISION_LAYERS = 48, 2
PATCH = 14  # px; two by two patches become one token
START = 2.0  # times the usual random weights: so small a model learns sooner from larger ones


def make_model(folder: Path, texts: Iterable[str], seed: int = 0) -> None:
    """Save a base model with its processor: it knows the words of `texts` and nothing else."""
    processor = make_processor(texts)
    torch.manual_seed(seed)
    model = Qwen2_5_VLForConditionalGeneration(config(processor.tokenizer))
    with torch.no_grad():
        for weight in model.parameters():
            if weight.ndim >= 2:
                weight.mul_(START)
    model.generation_config.eos_token_id = processor.tokenizer.eos_token_id
    model.generation_config.pad_token_id = processor.tokenizer.pad_token_id
    model.save_pretrained(folder)
    processor.save_pretrained(folder)


def make_processor(texts: Iterable[str]) -> Any:
    side = 2 * PATCH
    words = make_tokenizer(texts)
    return Qwen2_5_VLProcessor(
        image_processor=Qwen2VLImageProcessor(min_pixels=side * side, max_pixels=16 * side * side),
        video_processor=Qwen2VLVideoProcessor(),
        tokenizer=words,
        chat_template=words.chat_template,
    )


def make_tokenizer(texts: Iterable[str]) -> Any:
    model = Tokenizer(models.BPE())
    model.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    model.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=list(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    model.train_from_iterator([*texts, "system user assistant"], trainer)
    words = PreTrainedTokenizerFast(
        tokenizer_object=model,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        additional_special_tokens=list(SPECIAL),
        padding_side="left",
    )
    words.chat_template = CHAT_TEMPLATE
    return words


def config(words: Any) -> Any:
    pairs = WIDTH // HEADS // 2  # of rotated dimensions in a head, shared out to time, height and width
    time = pairs // 4
    height = (pairs - time) // 2
    number = words.convert_tokens_to_ids
    return Qwen2_5_VLConfig(
        text_config={
            "vocab_size": len(words),
            "hidden_size": WIDTH,
            "intermediate_size": 3 * WIDTH,
            "num_hidden_layers": LAYERS,
            "num_attention_heads": HEADS,
            "num_key_value_heads": HEADS // 2,
            "rope_scaling": {"type": "mrope", "mrope_section": [time, height, pairs - time - height]},
            "max_position_embeddings": 4096,
            "bos_token_id": None,
            "eos_token_id": words.eos_token_id,
            "pad_token_id": words.pad_token_id,
            "tie_word_embeddings": True,
        },
        vision_config={
            "depth": VISION_LAYERS,
            "hidden_size": VISION_WIDTH,
            "intermediate_size": 2 * VISION_WIDTH,
            "num_heads": 2,
            "out_hidden_size": WIDTH,
            "patch_size": PATCH,
            "spatial_merge_size": 2,
            "temporal_patch_size": 2,
            "window_size": 8 * PATCH,
            "fullatt_block_indexes": list(range(VISION_LAYERS)),
        },
        image_token_id=number("<|image_pad|>"),
        video_token_id=number("<|video_pad|>"),
        vision_start_token_id=number("<|vision_start|>"),
        vision_end_token_id=number("<|vision_end|>"),
        tie_word_embeddings=True,
    )
