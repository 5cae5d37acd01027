import { describe, expect, it, vi } from "vitest";

import { commandsFor, WAYS } from "./commands";

const ORIGIN = "https://presence.test";
const TO = `${ORIGIN}/api/v1/traffic/lines`;

type Worker = {
  fetch: (
    request: Request,
    env: { PRESENCE_TOKEN: string },
    context: { waitUntil: (work: Promise<unknown>) => void; passThroughOnException: () => void },
  ) => Promise<Response>;
};

type Visit = { status: number | "failed open" | "failed"; pushes: [string, RequestInit][] };

async function visit(agent: string, reached = true): Promise<Visit> {
  const source = commandsFor("worker", ORIGIN, "YOUR_TOKEN").replace("export default", "return");
  const [head, tail] = source.split("async function report");
  const pushes: [string, RequestInit][] = [];
  const fetched = vi.fn((target: string | Request, init?: RequestInit) => {
    if (typeof target === "string") pushes.push([target, init ?? {}]);
    else if (!reached) return Promise.reject(new Error("Network connection lost."));
    return Promise.resolve(new Response("", { status: 403 }));
  });
  const worker = new Function("fetch", `async function report${tail}\n${head}`)(fetched) as Worker;
  const waiting: Promise<unknown>[] = [];
  const headers = { "User-Agent": agent, "CF-Connecting-IP": "203.0.113.9", "CF-Ray": "8c1-FRA" };
  let otherwise: "failed open" | "failed" = "failed";
  const status = await worker
    .fetch(
      new Request("https://shop.test/a?b=1", { headers }),
      { PRESENCE_TOKEN: "ts_1" },
      { waitUntil: (work) => waiting.push(work), passThroughOnException: () => (otherwise = "failed open") },
    )
    .then(
      (answer) => answer.status,
      () => otherwise,
    );
  await Promise.all(waiting);
  return { status, pushes };
}

describe("what a server sends lines with", () => {
  it.each(WAYS)("names the address lines are sent to: %s", (way) => {
    expect(commandsFor(way, ORIGIN, "YOUR_TOKEN")).toContain(TO);
  });

  it("keeps the token out of the unit that everybody on the machine can read", () => {
    const pasted = commandsFor("shipper", ORIGIN, "ts_secret");
    const [before = "", unit = "", after = ""] = pasted.split(/<<'UNIT'\n|\nUNIT\n/);
    expect(before).toContain("install -D -m 600 /dev/stdin /etc/presence/log-token <<< 'ts_secret'\n");
    expect(unit).toContain("ExecStart=");
    expect(unit).toContain(
      "--token-file ${CREDENTIALS_DIRECTORY}/token\nLoadCredential=token:/etc/presence/log-token\n",
    );
    expect(unit + after).not.toContain("ts_secret");
    expect(after).toBe("systemctl daemon-reload && systemctl enable --now presence-ship-log");
  });

  it("logs the client behind a proxy in nginx, as JSON", () => {
    const pasted = commandsFor("nginx", ORIGIN, "YOUR_TOKEN");
    const format = [...pasted.matchAll(/^ {2}'(.*)';?$/gm)].map(([, part]) => part).join("");
    expect(JSON.parse(format)).toMatchObject({
      remote_addr: "$remote_addr",
      http_x_forwarded_for: "$http_x_forwarded_for",
    });
  });

  it.each([
    ["nginx", ["set_real_ip_from", "real_ip_header", "access_log of its own", "reload nginx"]],
    ["apache", ['"%v:%p %a ', "mod_remoteip", "CustomLog of its own", "reload apache2"]],
    ["caddy", ["trusted_proxies", "User=caddy", "reload caddy"]],
  ] as const)("says what else %s needs before its log counts", (way, needs) => {
    const pasted = commandsFor(way, ORIGIN, "YOUR_TOKEN");
    for (const need of needs) expect(pasted).toContain(need);
  });

  it("reports what a bot fetched from the Worker as it is pasted", async () => {
    const { status, pushes } = await visit("Mozilla/5.0 (compatible; GPTBot/1.2)");
    expect(status).toBe(403);
    expect(pushes).toHaveLength(1);
    const [address, sent] = pushes[0]!;
    expect(address).toBe(TO);
    expect(sent.headers).toMatchObject({ Authorization: "Bearer ts_1" });
    expect(JSON.parse(sent.body as string)).toMatchObject({
      RayID: "8c1-FRA",
      ClientIP: "203.0.113.9",
      ClientRequestHost: "shop.test",
      ClientRequestURI: "/a?b=1",
      EdgeResponseStatus: 403,
    });
  });

  it.each(["Claude-User/1.0", "ChatGPT-User/1.0", "PerplexityBot/1.0", "Claude-SearchBot/1.0", "bingbot/2.0"])(
    "takes %s for a bot in the Worker",
    async (agent) => {
      expect((await visit(agent)).pushes).toHaveLength(1);
    },
  );

  it.each([
    "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36",
    "Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) Chrome/130.0 Mobile Safari/537.36",
  ])("reports no person from the Worker: %s", async (agent) => {
    expect((await visit(agent)).pushes).toEqual([]);
  });

  it("reports what a bot asked for and got no answer to, and lets the page be served without the Worker", async () => {
    const { status, pushes } = await visit("Mozilla/5.0 (compatible; GPTBot/1.2)", false);
    expect(status).toBe("failed open");
    expect(pushes).toHaveLength(1);
    expect(JSON.parse(pushes[0]![1].body as string)).toMatchObject({ EdgeResponseStatus: 0 });
  });
});
