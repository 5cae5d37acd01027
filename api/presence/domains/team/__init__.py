"""The team as screens and programs see it: members, invitations, keys, the log, workspaces.

Owns no tables: it puts what the workspace decides together with what the plan allows.
"""
