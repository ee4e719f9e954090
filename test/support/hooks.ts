import { makeAddress } from "../../src/delivery/connections/carrier-webhooks/address.ts";
import { headersPlace } from "../../src/delivery/connections/carrier-webhooks/inbox.ts";
import { carrierWebhookStore } from "../../src/delivery/connections/carrier-webhooks/store.ts";
import { write } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { sha256Hex } from "../../src/infra/ids.ts";
import type { TestServer } from "./harness.ts";

/** A webhook that came to a new address of the carrier and failed. @returns its id */
export function addHook(
  server: TestServer,
  environment: Environment,
  carrierId: string,
  {
    accountId,
    shipmentId = null,
    text = "Kim",
  }: { accountId: string | null; shipmentId?: string | null; text?: string },
): Promise<string> {
  const { ids, vault } = server.deps;
  const id = ids.make("hook");
  const body = Buffer.from(JSON.stringify({ id, name: text }));
  const bodyHash = sha256Hex(body);
  const headers = vault.seal(JSON.stringify({ "x-from": text }), headersPlace({ carrierId, bodyHash }));
  return write(server.deps, environment, (writing) => {
    makeAddress(writing, carrierId);
    const hooks = carrierWebhookStore(writing.tx);
    hooks.receive({
      id,
      carrierId,
      accountId,
      headers,
      body,
      bodyHash,
      now: writing.now,
      dueAt: writing.now,
    });
    hooks.change(id, { status: "failed", reason: "It cannot be read.", shipmentId, dueAt: null });
    return id;
  });
}
