"""Makes this slice's tables known to slices whose foreign keys point to them.

Importing it is all there is to do: an entry point that loads `workspaces` can then store rows of
the audit log and of log-in sessions, which refer to staff.
"""

from presence.domains.operators.models import Impersonation, Staff

__all__ = ["Impersonation", "Staff"]
