import { workerFor } from "./worker";

/** Where lines are sent to. */
const LINES = "/api/v1/traffic/lines";
const LOG = "/var/log/nginx/access.log";
const TOKEN_FILE = "/etc/presence/log-token";

export const WAYS = ["curl", "shipper", "nginx", "apache", "caddy", "vector", "cloudflare", "worker"] as const;
export type Way = (typeof WAYS)[number];

/** Ready to paste: what sends a server's lines with a token. */
export function commandsFor(way: Way, origin: string, token: string): string {
  const to = `${origin}${LINES}`;
  switch (way) {
    case "curl":
      return [
        `tail -n 1000 ${LOG} |`,
        `  curl --fail-with-body --data-binary @- -H "Content-Type: text/plain" \\`,
        `    -H "Authorization: Bearer ${token}" ${to}`,
      ].join("\n");
    case "shipper":
      return unitFor(LOG, to, token);
    case "nginx":
      return [...NGINX, "", ...shipping("/var/log/nginx/presence.log", to)].join("\n");
    case "apache":
      return [...APACHE, "", ...shipping("/var/log/apache2/presence.log", to)].join("\n");
    case "caddy":
      return [...CADDY, "", ...shipping("/var/log/caddy/presence.log", to)].join("\n");
    case "vector":
      return vectorFor(to, token);
    case "cloudflare":
      return `${to}?header_Authorization=${encodeURIComponent(`Bearer ${token}`)}`;
    case "worker":
      return workerFor(to);
  }
}

/**
 * The shipper as a service, pasted into root's bash. The token goes into a file that root alone reads and not into the
 * unit, which everybody on the machine can read; the log is read by the group that Debian gives it.
 */
function unitFor(log: string, to: string, token: string): string {
  return [
    "# In a shell of root (sudo -i): the token, in a file that only root reads",
    `install -D -m 600 /dev/stdin ${TOKEN_FILE} <<< '${token}'`,
    "cat > /etc/systemd/system/presence-ship-log.service <<'UNIT'",
    "[Unit]",
    "Description=Sends the access log to Presence",
    "Wants=network-online.target",
    "After=network-online.target",
    "",
    "[Service]",
    `ExecStart=/usr/local/bin/presence ship-log ${log} --follow \\`,
    `  --url ${to} \\`,
    "  --token-file ${CREDENTIALS_DIRECTORY}/token",
    `LoadCredential=token:${TOKEN_FILE}`,
    "DynamicUser=yes",
    "SupplementaryGroups=adm",
    "StateDirectory=presence-ship-log",
    "Restart=always",
    "RestartSec=30",
    "",
    "[Install]",
    "WantedBy=multi-user.target",
    "UNIT",
    "systemctl daemon-reload && systemctl enable --now presence-ship-log",
  ].join("\n");
}

function shipping(log: string, to: string): string[] {
  return [
    "# Then, as a service or to try it:",
    `# presence ship-log ${log} --follow --url ${to} --token-file ${TOKEN_FILE}`,
  ];
}

const NGINX = [
  "# In the http block of nginx.conf; beside the log that is there",
  "log_format presence escape=json",
  `  '{"time_iso8601":"$time_iso8601","remote_addr":"$remote_addr","host":"$host",'`,
  `  '"request":"$request","request_method":"$request_method","request_uri":"$request_uri",'`,
  `  '"status":"$status","body_bytes_sent":"$body_bytes_sent","request_time":"$request_time",'`,
  `  '"http_user_agent":"$http_user_agent","http_referer":"$http_referer",'`,
  `  '"request_id":"$request_id"}';`,
  "access_log /var/log/nginx/presence.log presence;",
];

const APACHE = [
  "# In the virtual host, or in apache2.conf for all; beside the log that is there",
  'LogFormat "%v:%p %h %l %u %t \\"%r\\" %>s %b \\"%{Referer}i\\" \\"%{User-Agent}i\\"" presence',
  "CustomLog /var/log/apache2/presence.log presence",
];

const CADDY = [
  "# In the site's block of the Caddyfile",
  "log {",
  "\toutput file /var/log/caddy/presence.log {",
  "\t\troll_size 100MiB",
  "\t\troll_keep 5",
  "\t}",
  "\tformat json",
  "}",
];

function vectorFor(to: string, token: string): string {
  return [
    'data_dir = "/var/lib/vector"',
    "",
    "[sources.access]",
    'type = "file"',
    `include = ["${LOG}"]`,
    "",
    "[sinks.presence]",
    'type = "http"',
    'inputs = ["access"]',
    `uri = "${to}"`,
    'compression = "gzip"',
    'encoding.codec = "text"',
    'framing.method = "newline_delimited"',
    "batch.max_events = 10000",
    "batch.timeout_secs = 10",
    'auth.strategy = "bearer"',
    `auth.token = "${token}"`,
  ].join("\n");
}
