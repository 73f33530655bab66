"""Thin wrappers: one Python function for one SQL function, one frozen dataclass for one row shape."""
