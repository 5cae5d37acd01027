"""fastapi_users behind our own adapter.

Invariant: the adapter flushes and never commits. A lookup before sign-in gets an id from a database
function; only once the session is bound to that id does it read the row, under its policy.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from fastapi_users import BaseUserManager, UUIDIDMixin
from fastapi_users.db import BaseUserDatabase
from fastapi_users.exceptions import UserAlreadyExists
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity import queries
from presence.domains.identity.models import User
from presence.domains.identity.service.passwords import Passwords


# mypy cannot match Mapped's descriptors with fastapi_users' protocol, hence the two ignores.
class UserDatabase(BaseUserDatabase[User, UUID]):  # type: ignore[type-var]  # see above
    """fastapi_users' view of the table, in the caller's transaction."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def get(self, id: UUID) -> User | None:
        """A visible user."""
        return await queries.user_by_id(self._session, id)

    async def get_by_email(self, email: str) -> User | None:
        """The account with this e-mail address, to which the session is then bound."""
        user_id = await queries.find_user(self._session, email)
        await bind(self._session, TenantBinding(None, user_id))
        return await queries.user_by_id(self._session, user_id)

    async def create(self, create_dict: dict[str, Any]) -> User:
        """Insert a user and bind the session to it. Raises UserAlreadyExists if the address is
        taken.
        """
        user = User(id=new_id(), **create_dict)
        await bind(self._session, TenantBinding(None, user.id))
        self._session.add(user)
        try:
            await self._session.flush()
        except IntegrityError as error:
            raise UserAlreadyExists from error
        return user

    async def update(self, user: User, update_dict: dict[str, Any]) -> User:
        """Update columns of a visible user."""
        for name, value in update_dict.items():
            setattr(user, name, value)
        await self._session.flush()
        return user

    async def delete(self, user: User) -> None:
        """Delete a user and everything that belongs to it."""
        await self._session.delete(user)
        await self._session.flush()


class UserManager(UUIDIDMixin, BaseUserManager[User, UUID]):  # type: ignore[type-var]  # as above
    """User life cycle; hashing goes through the awaitable helper."""

    def __init__(self, session: AsyncSession, passwords: Passwords) -> None:
        super().__init__(UserDatabase(session), passwords)
