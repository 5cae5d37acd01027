/** A Cloudflare Worker before a site that reports what bots fetch; the token is its secret PRESENCE_TOKEN. */
export function workerFor(to: string): string {
  return `// Before it is deployed: npx wrangler secret put PRESENCE_TOKEN
const BOTS = /bot\\b|bot\\/|crawl|spider|Claude-|ChatGPT-|Perplexity|Google-|meta-external|CCBot|Bytespider/i;

export default {
  async fetch(request, env, context) {
    const response = await fetch(request);
    const agent = request.headers.get("User-Agent") ?? "";
    if (BOTS.test(agent)) context.waitUntil(report(request, response.status, agent, env.PRESENCE_TOKEN));
    return response;
  },
};

async function report(request, status, agent, token) {
  const url = new URL(request.url);
  const line = {
    RayID: request.headers.get("CF-Ray"),
    EdgeStartTimestamp: new Date().toISOString(),
    ClientIP: request.headers.get("CF-Connecting-IP"),
    ClientRequestHost: url.hostname,
    ClientRequestMethod: request.method,
    ClientRequestURI: url.pathname + url.search,
    ClientRequestReferer: request.headers.get("Referer"),
    ClientRequestUserAgent: agent,
    EdgeResponseStatus: status,
  };
  const headers = { Authorization: \`Bearer \${token}\`, "Content-Type": "application/x-ndjson" };
  await fetch("${to}", { method: "POST", headers, body: JSON.stringify(line) + "\\n" });
}`;
}
