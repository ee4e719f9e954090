import { afterAll, beforeAll, expect, test } from "bun:test";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import { eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { startReceiver, verify } from "../../../support/receiver.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ watchesVersions: true });
});
afterAll(() => server.stop());

test("a shipment's whole life: offers, an accepted one, a driver, proof, and every event signed", async () => {
  const { sandbox } = await server.account();
  const receiver = startReceiver();
  const webhook = await sandbox.post(`${platform}/webhooks`, { url: receiver.url, events: ["*"] });
  const { shipment, quotes } = await createQuoted(sandbox, { simulation: { speed: "instant" } });
  expect(quotes).toHaveLength(3);
  const accepted = await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, {
    quote_id: quotes[0].id,
  });
  expect(accepted.status).toBe(201);

  const tracking = await eventually("delivered", async () => {
    const answer = await sandbox.get(`${platform}/tracking/${shipment.id}`);
    return answer.body.status === "delivered" ? answer.body : undefined;
  });
  expect(tracking.proof_of_delivery.types).toEqual(["signature", "photo"]);
  const picture = await fetch(tracking.proof_of_delivery.signature.url, {
    headers: { "x-api-key": (await server.account()).sandboxKey },
  });
  expect(picture.status).toBe(404);

  // Twelve of the shipment; the charge has no number.
  await eventually("every event", () => (receiver.received.length >= 13 ? true : undefined));
  for (const received of receiver.received) verify(webhook.body.secret, received);
  const sequences = receiver.received.flatMap((received) => received.event.data.sequence ?? []);
  expect(sequences.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  await receiver.stop();
});
