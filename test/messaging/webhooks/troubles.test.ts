import { expect, test } from "bun:test";
import { findEndpointTroubles } from "../../../src/messaging/webhooks/deliveries/troubles.ts";
import { type EndpointRow, webhookStore } from "../../../src/messaging/webhooks/endpoints/store.ts";
import { platform } from "../../support/fixtures.ts";
import { startServer } from "../../support/harness.ts";

test("200 endpoints that were disabled long ago do not hide one that begins to fail", async () => {
  const server = await startServer();
  const { live } = await server.account();
  const { body } = await live.post(`${platform}/webhooks`, { url: "https://in.example.com/", events: ["*"] });
  const endpoints = webhookStore(server.deps.stores.platform("live").db);
  const row = endpoints.findById(body.id) as EndpointRow;
  for (let index = 0; index < 200; index += 1)
    endpoints.insert({ ...row, id: `${row.id}${index}`, failingSince: index, disabledReason: "failures" });
  endpoints.update(row.id, { failingSince: 1_000 });
  const troubles = await findEndpointTroubles(server.deps, "live");
  expect(troubles.map(({ webhookId, state }) => [webhookId, state])).toEqual([[row.id, "failing"]]);
  await server.stop();
});
