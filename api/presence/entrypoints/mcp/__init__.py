"""The Model Context Protocol: what an assistant can ask about a workspace, over stdio and HTTP.

Invariant: a tool calls the product's own API with the caller's key, so plans, roles, limits, row
security and the audit log are those of every other caller, and a number is the one on the screens.
"""
