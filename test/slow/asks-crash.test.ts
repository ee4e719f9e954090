import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { restart, serve, signUp } from "./executable.ts";

/** Kills the executable while carriers are asked: the next start asks whoever has not answered, and nobody else. */

const kills = 4;
const shipmentsBetween = 10;
const answerMsMax = 60;
const momentMsMax = 150;
/** As long as carriers may have: the silent one is to be silent when the kill comes, however slow the machine is. */
const quoteSeconds = 10;
const env = {
  WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  WAYBILL_SECRET_KEY: "ab".repeat(32),
  WAYBILL_LOG_LEVEL: "error",
  // The silent one has time until the last start.
  WAYBILL_QUOTING_DEADLINE_SECONDS: "60",
};

interface Quotes {
  status: string;
  data: { carrier: { code: string } }[];
  unavailable: { code: string }[];
}

/** Two carriers with an offer for everything. The second one answers only the process that is not killed. */
function startCarriers() {
  const asked: string[] = [];
  const state = { isSilent: true };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { shipment_id: id } = (await request.json()) as { shipment_id: string };
      const code = new URL(request.url).pathname.split("/")[1];
      asked.push(`${code} ${id}`);
      if (code === "two" && state.isSilent) return new Promise<Response>(() => {});
      await Bun.sleep(Math.random() * answerMsMax);
      const now = Date.now();
      return Response.json({
        offers: [
          {
            service: { code: "express", name: "Express" },
            price: { amount: 777, currency: "EUR" },
            estimated_pickup_at: new Date(now + 3_600_000).toISOString(),
            estimated_delivery_at: new Date(now + 7_200_000).toISOString(),
          },
        ],
      });
    },
  });
  return { url: server.url.origin, asked, state, stop: () => server.stop(true) };
}

test("killed while carriers are asked: every shipment gets the offers of all of them, once each", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-asks-crash-"));
  const data = join(cwd, "data");
  const carriers = startCarriers();
  let serving = await serve(data, { cwd, env });
  const { keys } = await signUp(serving.url);

  /** Undefined where the connection broke: nobody knows then whether it was done. */
  async function call<T>(method: string, path: string, body?: unknown): Promise<T | undefined> {
    try {
      const response = await fetch(serving.url + platform + path, {
        method,
        signal: serving.gone,
        headers: { "x-api-key": keys.live, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.ok ? ((await response.json()) as T) : undefined;
    } catch {
      return undefined;
    }
  }

  for (const code of ["one", "two"]) {
    const settings = { base_url: `${carriers.url}/${code}`, quote_seconds: quoteSeconds };
    expect(await call("POST", "/carriers", { kind: "http", code, name: code, settings })).toBeDefined();
  }
  const acknowledged: string[] = [];
  const make = async () => {
    const shipment = await call<{ id: string }>("POST", "/shipments", shipmentBody());
    if (shipment) acknowledged.push(shipment.id);
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const before = acknowledged.length;
    const making = Promise.all(Array.from({ length: shipmentsBetween }, make));
    await eventually(
      "an ask about a shipment that is acknowledged",
      () => acknowledged.slice(before).some((id) => carriers.asked.includes(`two ${id}`)) || undefined,
    );
    await Bun.sleep(Math.random() * momentMsMax);
    carriers.state.isSilent = kill < kills - 1;
    serving = await restart(serving, data, { cwd, env });
    await making;
  }
  for (const id of acknowledged) {
    const quotes = await eventually("the offers", async () => {
      const found = await call<Quotes>("GET", `/shipments/${id}/quotes?wait_seconds=20`);
      return found?.status === "complete" ? found : undefined;
    });
    expect([id, quotes.data.map(({ carrier }) => carrier.code).sort(), quotes.unavailable]).toEqual([
      id,
      ["one", "two"],
      [],
    ]);
    const events = await call<{ data: { type: string }[] }>("GET", `/shipments/${id}/events`);
    expect([id, events?.data.map(({ type }) => type)]).toEqual([id, ["shipment.created", "shipment.quoted"]]);
  }
  // Each kill came while the second carrier was asked.
  const again = carriers.asked.filter((ask, index) => carriers.asked.indexOf(ask) < index);
  expect(again.some((ask) => ask.startsWith("two"))).toBe(true);
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  await carriers.stop();
  rmSync(cwd, { recursive: true });
});
