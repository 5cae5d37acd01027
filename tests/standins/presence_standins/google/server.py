"""The provider over HTTP, with a page on which a person picks an account."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import escape
from urllib.parse import urlencode

from aiohttp import web

from presence_standins.google.provider import Account, Provider

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title></head>
<body><main><h1>Choose an account</h1>{accounts}
<form method="post" action="/consent">{hidden}<button name="account" value="">Cancel</button></form>
</main></body></html>"""


@asynccontextmanager
async def google_provider(
    provider: Provider | None = None, port: int = 0, host: str = "127.0.0.1"
) -> AsyncIterator[Provider]:
    """A running provider; its address is `provider.url`."""
    served = provider or Provider()
    runner = web.AppRunner(_application(served), access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    await web.TCPSite(runner, host, port).start()
    served.url = f"http://{host}:{runner.addresses[0][1]}"
    try:
        yield served
    finally:
        await runner.cleanup()


def _application(provider: Provider) -> web.Application:
    async def discovery(_request: web.Request) -> web.Response:
        return _json(provider, provider.discovery)

    async def certificates(_request: web.Request) -> web.Response:
        return _json(provider, provider.jwks)

    async def authorize(request: web.Request) -> web.Response:
        query = dict(request.query)
        if query.get("client_id") != provider.client_id or query.get("response_type") != "code":
            return web.Response(status=400, text="Error 400: invalid_request")
        if query.get("code_challenge_method") != "S256":
            return web.Response(status=400, text="Error 400: PKCE is required")
        return web.Response(text=_consent(provider, query), content_type="text/html")

    async def consent(request: web.Request) -> web.Response:
        form = {key: str(value) for key, value in (await request.post()).items()}
        chosen = next((p for p in provider.people if p.subject == form["account"]), None)
        raise web.HTTPFound(callback(provider, form, chosen))

    async def token(request: web.Request) -> web.Response:
        form = {key: str(value) for key, value in (await request.post()).items()}
        answer = provider.redeem(form)
        if isinstance(answer, str):
            return web.json_response({"error": answer}, status=400)
        return _json(provider, answer)

    app = web.Application()
    app.router.add_get("/.well-known/openid-configuration", discovery)
    app.router.add_get("/oauth2/v3/certs", certificates)
    app.router.add_get("/o/oauth2/v2/auth", authorize)
    app.router.add_post("/consent", consent)
    app.router.add_post("/token", token)
    return app


def callback(provider: Provider, query: dict[str, str], account: Account | None) -> str:
    """Where the browser goes after the consent page: with a code, or with a refusal."""
    answer = {"state": query.get("state", "")}
    if account is None:
        answer["error"] = "access_denied"
    else:
        answer["code"] = provider.code_for(query, account)
    return f"{query['redirect_uri']}?{urlencode(answer)}"


def _json(provider: Provider, body: dict[str, object]) -> web.Response:
    if provider.down:
        return web.Response(status=503, text="down")
    return web.json_response(body)


def _consent(provider: Provider, query: dict[str, str]) -> str:
    hidden = "".join(
        f'<input type="hidden" name="{escape(key)}" value="{escape(value)}">'
        for key, value in query.items()
    )
    accounts = "".join(
        f'<form method="post" action="/consent">{hidden}'
        f'<button name="account" value="{p.subject}">{escape(p.email)}</button></form>'
        for p in provider.people
    )
    return _PAGE.format(accounts=accounts, hidden=hidden)
