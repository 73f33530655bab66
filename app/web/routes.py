"""The whole site as one table."""

from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from app.web import api, chat, door, live, meaning, meaning_pages, memories, memory_pages, pages, render

ROUTES: list[BaseRoute] = [
    # Pages
    Route("/", pages.home),
    Route("/sessions", pages.sessions),
    Route("/c/{id}", pages.chat),
    Route("/c/{id}/messages", pages.older),
    Route("/c/{id}/live", live.live),
    Route("/c/{id}/send", pages.send, methods=["POST"]),
    Route("/c/{id}/stop", pages.stop, methods=["POST"]),
    Route("/c/{id}/rename", pages.rename, methods=["GET", "POST"]),
    Route("/c/{id}/archive", pages.archive, methods=["POST"]),
    Route("/c/{id}/delete", pages.delete, methods=["GET", "POST"]),
    Route("/memories", memory_pages.index),
    Route("/memories/overview", memory_pages.overview),
    Route("/memories/recall", memory_pages.recall),
    Route("/memories/new", memory_pages.add, methods=["GET", "POST"]),
    Route("/memories/undo", memory_pages.restore, methods=["POST"]),
    Route("/memories/delete", memory_pages.clear, methods=["GET", "POST"]),
    Route("/memories/given/{id}", memory_pages.given),
    Route("/memories/{id}", memory_pages.show),
    Route("/memories/{id}/edit", memory_pages.edit, methods=["GET", "POST"]),
    Route("/memories/{id}/delete", memory_pages.delete, methods=["POST"]),
    Route("/memories/{id}/replace", memory_pages.give_way, methods=["GET", "POST"]),
    Route("/settings/memory-meaning", meaning_pages.show, methods=["GET"]),
    Route("/settings/memory-meaning", meaning_pages.save, methods=["POST"]),
    Route("/login", door.show, methods=["GET"]),
    Route("/login", door.log_in, methods=["POST"]),
    # JSON
    Route("/api/models", api.models),
    Route("/api/sessions", api.list_sessions, methods=["GET"]),
    Route("/api/sessions", api.create_session, methods=["POST"]),
    Route("/api/sessions/{id}", api.load_session, methods=["GET"]),
    Route("/api/sessions/{id}", api.save_session, methods=["PUT"]),
    Route("/api/sessions/{id}", api.patch_session, methods=["PATCH"]),
    Route("/api/sessions/{id}", api.delete_session, methods=["DELETE"]),
    Route("/api/sessions/{id}/draft", api.save_draft, methods=["PUT"]),
    Route("/api/sessions/{id}/fork", api.fork_session, methods=["POST"]),
    Route("/api/memories", memories.list_memories, methods=["GET"]),
    Route("/api/memories", memories.create_memory, methods=["POST"]),
    Route("/api/memories/{id}", memories.load_memory, methods=["GET"]),
    Route("/api/memories/{id}", memories.change_memory, methods=["PATCH"]),
    Route("/api/memories/{id}", memories.delete_memory, methods=["DELETE"]),
    Route("/api/settings/memory-embedding", meaning.load, methods=["GET"]),
    Route("/api/settings/memory-embedding", meaning.change, methods=["PATCH"]),
    Route("/api/chat", chat.send, methods=["POST"]),
    Route("/api/chat/{id}/stream", chat.resume, methods=["GET"]),
    Route("/api/chat/{id}/stop", chat.stop, methods=["POST"]),
    # Files
    Mount("/static", StaticFiles(directory=render.STATIC), name="static"),
]
