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
    `# Then send ${log} as under systemd, or to try it:`,
    `# presence ship-log ${log} --follow --url ${to} --token-file ${TOKEN_FILE}`,
  ];
}

// Each server's own way to log the client behind a proxy: without it every bot has the proxy's address.
const NGINX = [
  "# In the http block of nginx.conf, next to the access_log that is there. A server or location with an",
  "# access_log of its own ignores this one: repeat the access_log line there.",
  "# Behind a CDN or a proxy with public addresses, also set set_real_ip_from to its networks and real_ip_header",
  "# to its header. Otherwise bots have its addresses and count as spoofed.",
  "log_format presence escape=json",
  `  '{"time_iso8601":"$time_iso8601","remote_addr":"$remote_addr","host":"$host",'`,
  `  '"http_x_forwarded_for":"$http_x_forwarded_for",'`,
  `  '"request":"$request","request_method":"$request_method","request_uri":"$request_uri",'`,
  `  '"status":"$status","body_bytes_sent":"$body_bytes_sent","request_time":"$request_time",'`,
  `  '"http_user_agent":"$http_user_agent","http_referer":"$http_referer",'`,
  `  '"request_id":"$request_id"}';`,
  "access_log /var/log/nginx/presence.log presence;",
  "# nginx -t && systemctl reload nginx",
];

const APACHE = [
  "# In apache2.conf, next to the CustomLog that is there. A virtual host with a CustomLog of its own ignores",
  "# this one: repeat the CustomLog line there.",
  "# Behind a CDN or proxy, also enable mod_remoteip, with RemoteIPHeader and RemoteIPTrustedProxy for it.",
  "# Otherwise bots have its addresses and count as spoofed.",
  'LogFormat "%v:%p %a %l %u %t \\"%r\\" %>s %b \\"%{Referer}i\\" \\"%{User-Agent}i\\"" presence',
  "CustomLog /var/log/apache2/presence.log presence",
  "# apachectl configtest && systemctl reload apache2",
];

const CADDY = [
  "# In the site's block of the Caddyfile. Behind a CDN or proxy, also set trusted_proxies under servers in the",
  "# global options. Otherwise bots have its addresses and count as spoofed.",
  "log {",
  "\toutput file /var/log/caddy/presence.log {",
  "\t\troll_size 100MiB",
  "\t\troll_keep 5",
  "\t}",
  "\tformat json",
  "}",
  "# caddy validate --config /etc/caddy/Caddyfile && systemctl reload caddy",
  "# Only the user caddy can read its logs: in the unit under systemd, put User=caddy in place of DynamicUser=yes",
  "# and SupplementaryGroups=adm.",
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
