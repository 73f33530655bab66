"""The whole site as one table."""

from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from app.web import api, chat, door, live, memories, pages, render

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
    Route("/api/memories", memories.list_memories, methods=["GET"]),
    Route("/api/memories", memories.create_memory, methods=["POST"]),
    Route("/api/memories/{id}", memories.load_memory, methods=["GET"]),
    Route("/api/memories/{id}", memories.change_memory, methods=["PATCH"]),
    Route("/api/memories/{id}", memories.delete_memory, methods=["DELETE"]),
    Route("/api/chat", chat.send, methods=["POST"]),
    Route("/api/chat/{id}/stream", chat.resume, methods=["GET"]),
    Route("/api/chat/{id}/stop", chat.stop, methods=["POST"]),
    # Files
    Mount("/static", StaticFiles(directory=render.STATIC), name="static"),
]
