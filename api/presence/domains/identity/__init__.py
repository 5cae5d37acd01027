"""Users, passwords and login sessions. The only slice that knows fastapi_users."""
