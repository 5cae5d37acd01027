/** Where lines are sent to. */
const LINES = "/api/v1/traffic/lines";
const LOG = "/var/log/nginx/access.log";

export type Way = "curl" | "vector" | "cloudflare";

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
    case "vector":
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
    case "cloudflare":
      return `${to}?header_Authorization=${encodeURIComponent(`Bearer ${token}`)}`;
  }
}
