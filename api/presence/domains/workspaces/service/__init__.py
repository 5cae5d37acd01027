"""Decisions and writes about the workspace; what other slices may call."""

from presence.domains.workspaces.service.business import (
    BusinessInfo,
    delete_draft,
    read_business,
    read_draft,
    write_business,
    write_draft,
)
from presence.domains.workspaces.service.roles import (
    ACTIONS,
    FOR_KEYS,
    PAUSED,
    ROLES,
    Action,
    Role,
    decide_permitted,
    require_permitted,
)
from presence.domains.workspaces.service.tenant import (
    bound_workspace,
    count_members,
    ensure_workspace,
    is_member,
    keeps_paused,
    lock_workspace,
    members_permitted,
    set_time_zone,
    still_allowed,
    workspace_zone,
)

__all__ = [
    "ACTIONS",
    "FOR_KEYS",
    "PAUSED",
    "ROLES",
    "Action",
    "BusinessInfo",
    "Role",
    "bound_workspace",
    "count_members",
    "decide_permitted",
    "delete_draft",
    "ensure_workspace",
    "is_member",
    "keeps_paused",
    "lock_workspace",
    "members_permitted",
    "read_business",
    "read_draft",
    "require_permitted",
    "set_time_zone",
    "still_allowed",
    "workspace_zone",
    "write_business",
    "write_draft",
]
