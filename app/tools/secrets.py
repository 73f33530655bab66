"""Tools on secrets: values that are stored encrypted, and never shown."""

from typing import Annotated

from pydantic import Field

from app.tools.base import ToolContext, ToolError, tool
from app.vault import Vault

Name = Annotated[
    str,
    Field(description="The exact name of the secret, such as github-token.", min_length=1, max_length=128),
]
Value = Annotated[
    str, Field(description="The value. It is encrypted, and never shown.", min_length=1, max_length=65536)
]


@tool(needs=("secret",), hides=("value",))
async def store_secret(context: ToolContext, name: Name, value: Value) -> str:
    """Store a new secret (a password, a token, a key) encrypted. A name that exists is refused: use updateSecret."""
    await _vault(context).store(context.resource_id, name, value)
    return f"Stored the secret {name}. Its value is not written down anywhere else."


@tool(needs=("secret",), reveals="name")
async def recall_secret(context: ToolContext, name: Name) -> str:
    """Read the value of a stored secret, to use it at once. Never repeat it in an answer or store it elsewhere."""
    return await _vault(context).reveal(context.resource_id, name)


@tool(needs=("secret",), hides=("value",))
async def update_secret(context: ToolContext, name: Name, value: Value) -> str:
    """Replace the value of a stored secret. A name that is not there is refused: use storeSecret."""
    await _vault(context).update(context.resource_id, name, value)
    return f"Replaced the value of the secret {name}."


def _vault(context: ToolContext) -> Vault:
    if context.vault is None:
        raise ToolError("There is no place for secrets here.")
    return context.vault
