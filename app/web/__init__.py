"""The doors: pages and JSON. `routes.py` is the whole site as one table."""
