"""`python -m app` is `popagent`."""

from app.cli import main

main()
