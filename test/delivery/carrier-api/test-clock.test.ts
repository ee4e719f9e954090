import { expect, test } from "bun:test";
import { carrierClient } from "../../support/carrier-client.ts";
import { playCarrier } from "../../support/carriers.ts";
import { createClock } from "../../support/clock.ts";
import { createQuoted, platform } from "../../support/fixtures.ts";
import { startServer } from "../../support/harness.ts";

test("a carrier's report is judged by the clock of the shipment's account", async () => {
  const clock = createClock();
  const book = async () => ({ kind: "booked", reference: "r", driver: null, confirmed: false }) as const;
  const carrier = playCarrier("a", { book });
  const server = await startServer({
    config: { testClock: true },
    replacements: { clock, carriers: () => [carrier] },
  });
  const account = await server.account();
  const { sandbox } = account;
  const client = await carrierClient(server, account, carrier.identity.id);
  const at = new Date(clock.now() + 30 * 86_400_000).toISOString();
  await sandbox.patch(`${platform}/sandbox/clock`, { frozen_at: at });
  const { shipment, quotes } = await createQuoted(sandbox);
  const path = `${platform}/shipments/${shipment.id}`;
  const { body } = await sandbox.post(`${path}/assignments`, { quote_id: quotes[0].id });
  const send = async (id: string, when: string) => {
    const report = {
      id,
      assignment_id: body.id,
      type: "progress",
      substatus: "at_pickup",
      at: when,
    };
    return (await client.post("/api/v1/carrier/reports", [report])).body.results[0];
  };
  // Real time lies before the assignment: the carrier is told so.
  expect(await send("real", new Date(clock.now()).toISOString())).toMatchObject({
    result: "refused",
    problem: { code: "validation_failed", errors: [{ pointer: "#/0/at" }] },
  });
  expect(await send("own", at)).toMatchObject({ result: "applied" });
  const { data } = (await sandbox.get(`${path}/events?limit=100`)).body;
  expect(data.at(-1).timestamp).toBe(at);
  expect((await sandbox.get(path)).body.updated_at).toBe(at);
  await server.stop();
});
