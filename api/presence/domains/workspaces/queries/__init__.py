"""All SQL statements of workspaces. None filters by workspace: row security does."""

from presence.domains.workspaces.queries.tenant import (
    business_info,
    count_members,
    first_workspace,
    has_changed_something,
    insert_workspace,
    is_member,
    lock_user,
    lock_workspace,
    member_roles,
    membership_of,
    rename_workspace,
    requires_second_factor,
    set_time_zone,
    time_zone,
    upsert_business_info,
)

__all__ = [
    "business_info",
    "count_members",
    "first_workspace",
    "has_changed_something",
    "insert_workspace",
    "is_member",
    "lock_user",
    "lock_workspace",
    "member_roles",
    "membership_of",
    "rename_workspace",
    "requires_second_factor",
    "set_time_zone",
    "time_zone",
    "upsert_business_info",
]
