"""Formats as their makers document them: each example is of the documentation named beside it,
with the client, agent and page of these tests where the maker's example has its own."""

from __future__ import annotations

import json

import pytest

from presence.analysis.traffic import detect_log
from tests.analysis.traffic.logs import CHROME, GPTBOT, read

ENCODED = GPTBOT.replace(" ", "%20")

# Fastly, "Useful log formats": the JSON example.
FASTLY = {
    "timestamp": "2026-11-28T11:17:52+0000",
    "client_ip": "132.196.86.7",
    "geo_country": "united states",
    "host": "www.example.com",
    "url": "/guide?x=1",
    "request_method": "GET",
    "request_protocol": "HTTP/2",
    "request_referer": "",
    "request_user_agent": GPTBOT,
    "response_state": "HIT",
    "response_status": 200,
    "response_body_size": 512,
    "fastly_server": "cache-fra-eddf8230088",
    "fastly_is_edge": True,
}
# Caddy, "Access logs": the structure of the JSON encoder.
CADDY = {
    "level": "info",
    "ts": 1795864672.0,
    "logger": "http.log.access",
    "msg": "handled request",
    "request": {
        "remote_ip": "132.196.86.7",
        "remote_port": "41342",
        "client_ip": "132.196.86.7",
        "proto": "HTTP/2.0",
        "method": "GET",
        "host": "www.example.com",
        "uri": "/guide?x=1",
        "headers": {"User-Agent": [GPTBOT], "Accept-Encoding": ["gzip, deflate, br"]},
    },
    "user_id": "",
    "duration": 0.000929675,
    "size": 512,
    "status": 200,
    "resp_headers": {"Server": ["Caddy"]},
}
# Traefik, "Access logs": available fields, with the User-Agent header kept.
TRAEFIK = {
    "ClientAddr": "132.196.86.7:51234",
    "ClientHost": "132.196.86.7",
    "ClientPort": "51234",
    "DownstreamContentSize": 512,
    "DownstreamStatus": 200,
    "Duration": 929675,
    "RequestAddr": "www.example.com",
    "RequestHost": "www.example.com",
    "RequestMethod": "GET",
    "RequestPath": "/guide?x=1",
    "StartLocal": "2026-11-28T12:17:52+01:00",
    "StartUTC": "2026-11-28T11:17:52Z",
    "request_User-Agent": GPTBOT,
    "level": "info",
    "msg": "",
    "time": "2026-11-28T11:17:53Z",
}
# Cloudflare, Logpush "HTTP requests" dataset.
CLOUDFLARE = {
    "ClientIP": "132.196.86.7",
    "ClientRequestHost": "www.example.com",
    "ClientRequestMethod": "GET",
    "ClientRequestURI": "/guide?x=1",
    "ClientRequestUserAgent": GPTBOT,
    "ClientRequestReferer": "",
    "EdgeResponseBytes": 512,
    "EdgeResponseStatus": 200,
    "EdgeStartTimestamp": "2026-11-28T11:17:52Z",
    "RayID": "8e9d5a1b2c3d4e5f",
}
# Vercel, "Log drains reference": an entry of source "static".
VERCEL = {
    "id": "1573817187330377061717300000",
    "deploymentId": "dpl_233NRGRjVZX1caZrXWtz5g1TAksD",
    "source": "static",
    "host": "my-app-abc123.vercel.app",
    "timestamp": 1795864672000,
    "projectId": "gdufoJxB6b9b1fEqr1jUtFkyavUU",
    "level": "info",
    "requestId": "643af4e3-975a-4cc7-9e7a-1eda11539d90",
    "statusCode": 200,
    "path": "/guide",
    "proxy": {
        "timestamp": 1795864672000,
        "method": "GET",
        "host": "www.example.com",
        "path": "/guide?x=1",
        "userAgent": [GPTBOT],
        "referer": "",
        "statusCode": 200,
        "clientIp": "132.196.86.7",
        "region": "sfo1",
        "responseByteSize": 512,
        "vercelCache": "HIT",
    },
}
# nginx, ngx_http_log_module: log_format with escape=json and the module's own variables.
NGINX = {
    "time_iso8601": "2026-11-28T11:17:52+00:00",
    "remote_addr": "132.196.86.7",
    "host": "www.example.com",
    "request": "GET /guide?x=1 HTTP/1.1",
    "status": "200",
    "body_bytes_sent": "512",
    "http_referer": "",
    "http_user_agent": GPTBOT,
    "request_id": "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
}
# CloudFront, "Standard logging reference": the header and one record.
CLOUDFRONT = (
    "#Version: 1.0\n"
    "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status "
    "cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id "
    "x-host-header cs-protocol cs-bytes time-taken\n"
    "2026-11-28\t11:17:52\tSEA19-C1\t512\t132.196.86.7\tGET\td111111abcdef8.cloudfront.net\t"
    f"/guide\t200\t-\t{ENCODED}\tx=1\t-\tHit\t"
    "SOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ==\twww.example.com\thttps\t23\t0.001\n"
)
# Elastic Load Balancing, "Access log entries": an HTTPS request that was forwarded.
ALB = (
    "https 2026-11-28T11:17:52.000000Z app/my-loadbalancer/50dc6c495c0c9188 132.196.86.7:2817 "
    "10.0.0.1:80 0.086 0.048 0.037 200 200 0 512 "
    f'"GET https://www.example.com:443/guide?x=1 HTTP/1.1" "{GPTBOT}" '
    "ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 "
    "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "
    '"Root=1-58337281-1d84f3d73c47ec4e58577259" "www.example.com" "arn:aws:acm:us-east-2:'
    '123456789012:certificate/12345678-1234-1234-1234-123456789012" 1 '
    '2026-11-28T11:17:51.364000Z "authenticate,forward" "-" "-" "10.0.0.1:80" "200" "-" "-" '
    "TID_1234abcd5678ef90\n"
)
# IIS, "W3C Extended Log File Format": IIS's default columns.
IIS = (
    "#Software: Microsoft Internet Information Services 10.0\n"
    "#Version: 1.0\n"
    "#Date: 2026-11-28 11:17:52\n"
    "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip "
    "cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken\n"
    f"2026-11-28 11:17:52 10.0.0.4 GET /guide x=1 443 - 132.196.86.7 {GPTBOT.replace(' ', '+')} - "
    "200 0 0 15\n"
)
HEAD = "132.196.86.7 - - [28/Nov/2026:11:17:52 +0000]"
END = f'"GET /guide?x=1 HTTP/1.1" 200 512 "-" "{GPTBOT}"'

LOGS = {
    # Apache, "Log files": combined; the vhost_combined of Debian's apache2.conf.
    "combined": (f"{HEAD} {END}\n", "combined"),
    "vhost combined": (f"www.example.com:443 {HEAD} {END}\n", "combined"),
    # nginx.conf as nginx.org packages it: log_format main.
    "nginx main": (f'{HEAD} {END} "-"\n', "combined"),
    "fastly": (json.dumps(FASTLY), "fastly"),
    "caddy": (json.dumps(CADDY), "caddy"),
    "traefik": (json.dumps(TRAEFIK), "traefik"),
    "cloudflare": (json.dumps(CLOUDFLARE), "cloudflare"),
    "vercel": (json.dumps(VERCEL), "vercel"),
    "nginx json": (json.dumps(NGINX), "nginx json"),
    "cloudfront": (CLOUDFRONT, "cloudfront"),
    "alb": (ALB, "alb"),
    "iis": (IIS, "iis"),
}


@pytest.mark.parametrize("name", LOGS)
def test_a_makers_example_reads_as_the_request_it_is(name: str) -> None:
    log, expected = LOGS[name]
    batch = read(log)
    assert batch.wrong == []
    (request,) = batch.requests
    assert (request.address, request.method, request.target, request.status, request.size) == (
        "132.196.86.7",
        "GET",
        "/guide?x=1",
        200,
        None if name == "iis" else 512,  # IIS's default columns have no bytes
    )
    assert request.agent == GPTBOT or name == "iis"  # IIS writes a space and a plus alike
    assert "GPTBot/1.3" in request.agent
    assert request.referrer == ""
    assert request.time == 1795864672
    assert detect_log(log.encode()).format == expected


def test_common_has_neither_referrer_nor_agent() -> None:
    """Apache, "Log files": the example of the Common Log Format."""
    line = '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326'
    (request,) = read(line).requests
    assert (request.address, request.target, request.size) == ("127.0.0.1", "/apache_pb.gif", 2326)
    assert (request.agent, request.referrer, request.time) == ("", "", 971211336)


@pytest.mark.parametrize("line", [f"{HEAD} {END}", json.dumps(FASTLY)])
def test_a_syslog_header_before_the_line_is_passed_over(line: str) -> None:
    """Fastly, "Log streaming: syslog": classic message format."""
    (request,) = read(f"<134>2026-11-28T11:17:52Z cache-fra1 logs[123]: {line}").requests
    assert (request.address, request.target) == ("132.196.86.7", "/guide?x=1")


def test_sites_are_read_where_the_format_has_them() -> None:
    hosts = {name: read(log).requests[0].host for name, (log, _) in LOGS.items()}
    without = ("combined", "nginx main", "iis")
    assert hosts == {name: "" if name in without else "www.example.com" for name in LOGS}


def test_event_ids_are_read_where_the_format_has_them() -> None:
    having = {name for name, (log, _) in LOGS.items() if read(log).requests[0].event}
    assert having == {"cloudflare", "vercel", "nginx json", "cloudfront", "alb"}


WRONG_FILES = {
    "pdf": ("%PDF-1.7\n1 0 obj\n", "PDF"),
    "zip": ("PK\x03\x04rest\n", "ZIP"),
    "web page": ("<!doctype html>\n<html>\n", "web page"),
    "nginx error log": (
        '2026/11/28 11:17:52 [error] 12#12: *1 open() "/x" failed\n',
        "error log",
    ),
    "apache error log": (
        "[Sat Nov 28 11:17:52.123456 2026] [core:error] [pid 12] (13)Permission denied\n",
        "error log",
    ),
    "json document": ('{\n  "a": 1\n}\n', "one JSON document"),
    "json lines of something else": ('{"name": "x", "age": 3}\n', "not of an access log"),
    "table": ("Page,Views,Users\n/a,1,1\n/b,2,2\n", "CSV"),
    "empty": ("", "empty"),
    "prose": ("Dear team,\nhere are the numbers\n", "Formats read"),
}


@pytest.mark.parametrize("name", WRONG_FILES)
def test_a_wrong_file_is_told_by_name(name: str) -> None:
    text, said = WRONG_FILES[name]
    detection = detect_log(text.encode())
    assert detection.format is None
    assert said in detection.problem


def test_utf_16_is_told_by_name() -> None:
    log = f"{HEAD} {END}\n".encode("utf-16")
    assert "UTF-16" in detect_log(log).problem


def test_at_most_ten_rows_are_shown_before_anything_is_kept() -> None:
    detection = detect_log(f"{HEAD} {END}\n".encode() * 40 + b"cut in the mid")
    assert (len(detection.rows), detection.lines, detection.read) == (10, 40, 40)
    assert CHROME not in detection.rows[0].agent
