/**
 * The receiver of the deliveries that are measured, a process of its own: it takes what comes, remembers when, and
 * says on `GET /` what that cost it. `GET /arrivals` has the time of each by its shipment.
 */
const bomb = Bun.gzipSync(new Uint8Array(20_000_000));
/** What a path that ends like this meets. */
const bad: Record<string, () => Response | Promise<Response>> = {
  hang: () => new Promise(() => {}),
  fail: () => new Response("no", { status: 500 }),
  redirect: () => new Response(null, { status: 302, headers: { location: "/good" } }),
  close: () => new Response("no", { status: 503, headers: { connection: "close" } }),
  pour: () => new Response("a".repeat(1_000_000)),
  bomb: () => new Response(bomb, { headers: { "content-encoding": "gzip" } }),
};

let received = 0;
let firstAt = 0;
let lastAt = 0;
let cost = process.cpuUsage();
const arrivals = new Map<string, number>();

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    const { method, url } = request;
    const at = performance.timeOrigin + performance.now();
    if (method === "GET")
      return url.endsWith("/arrivals") ? Response.json([...arrivals]) : Response.json(report());
    if (method === "DELETE") return Response.json(reset());
    const body = await request.text();
    const misbehave = bad[url.slice(url.lastIndexOf("/") + 1)];
    if (misbehave) return misbehave();
    received += 1;
    firstAt ||= at;
    lastAt = at;
    if (url.endsWith("/timed")) arrivals.set(JSON.parse(body).data.shipment.id, at);
    return new Response("ok");
  },
});
console.log(`http://127.0.0.1:${server.port} `);

function report() {
  const { user, system } = process.cpuUsage(cost);
  return { received, firstAt, lastAt, costMicros: (user + system) / Math.max(1, received) };
}

function reset() {
  received = 0;
  firstAt = 0;
  arrivals.clear();
  cost = process.cpuUsage();
  return report();
}
