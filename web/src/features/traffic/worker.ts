/** A Cloudflare Worker before a site that reports what bots fetch; the token is its secret PRESENCE_TOKEN. */
export function workerFor(to: string): string {
  return `// Before it is deployed: npx wrangler secret put PRESENCE_TOKEN
// Then give it a route for your whole site, with the failure mode "Fail open": beyond the Worker's daily limit,
// pages are served without it.
const BOTS = new RegExp(
  "(?<!\\\\bcu)bot\\\\b|crawl|spider|fetcher|-User\\\\b|linkReader|Claude-|ChatGPT[- ]|PerplexityUser|Gemini-|NotebookLM|Google-|" +
    "GoogleAgent|GoogleOther|meta-(external|webindexer)|facebookexternal|cohere-|anthropic-|laion|img2dataset|AgentCore|" +
    "BuyForMe|NovaAct|Anchor Browser|\\\\bDevin\\\\b|TwinAgent|Webzio|omgili|Cotoyogi|" +
    "Slurp|Sogou|Yandex(Images|Video|Media)|Qwantify|\\\\bYeti\\\\b",
  "i",
);

export default {
  async fetch(request, env, context) {
    context.passThroughOnException(); // a fault here, and the page is served as if there were no Worker
    const agent = request.headers.get("User-Agent") ?? "";
    let status = 0; // no answer
    try {
      const response = await fetch(request);
      status = response.status;
      return response;
    } finally {
      if (BOTS.test(agent)) context.waitUntil(report(request, status, agent, env.PRESENCE_TOKEN));
    }
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
