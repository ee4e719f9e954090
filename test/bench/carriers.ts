/**
 * Carriers of the shipments that are measured, a process of its own: any path ending in `/quotes` makes one offer after
 * the usual time of a server far away, except below `/silent`, which never answers.
 */
const answerMs = 40;
const hourMs = 3_600_000;

const { url } = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    await request.text();
    if (request.url.includes("/silent/")) return new Promise<Response>(() => {});
    await Bun.sleep(answerMs);
    const now = Date.now();
    return Response.json({
      offers: [
        {
          service: { code: "express", name: "Express" },
          price: { amount: 777, currency: "EUR" },
          estimated_pickup_at: new Date(now + hourMs).toISOString(),
          estimated_delivery_at: new Date(now + 2 * hourMs).toISOString(),
        },
      ],
    });
  },
});
console.log(url.origin);
