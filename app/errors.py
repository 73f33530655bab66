"""Troubles that are no fault of the program."""


class Foreseen(Exception):
    """A trouble that the owner can end; the message is one line that says how."""
