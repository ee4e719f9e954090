import { exampleShipment } from "../../src/delivery/lifecycle/state/example.ts";
import type { Deps } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import type { Caller } from "../../src/infra/http/principal.ts";
import { idempotencyStore } from "../../src/infra/idempotency/store.ts";
import type { Answer, Client, TestAccount } from "./harness.ts";

export const platform = "/api/v1/platform";

/** A caller for functions that a test calls without a request. */
export function callerOf(accountId: string, environment: Environment, keyId = "key_none"): Caller {
  const key = { id: keyId, prefix: `wb_${environment}_`, last4: "none" };
  const origin = { requestId: "req_none", address: "192.0.2.1", isShared: false, userAgent: null };
  return { kind: "key", accountId, environment, key, scopes: [], origin };
}

/** A caller who repeats a request whose answer is kept, and who looked for that before it was there. */
export function lateCaller(deps: Deps, caller: Caller, key: string): Caller {
  const row = idempotencyStore(deps.stores.platform(caller.environment).db).find(caller.accountId, key);
  if (!row) throw new Error(`no answer is kept for ${key}`);
  const { path, fingerprint } = row;
  return { ...caller, once: { key, path, fingerprint, replayed: false } };
}

const { pickup, delivery } = exampleShipment;
export const berlinMitte = pickup.address;
export const kreuzberg = delivery.address;

/** A valid request body; `change` replaces whole members. */
export function shipmentBody(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    pickup,
    delivery: { contact: delivery.contact, address: kreuzberg },
    parcels: [{ description: "Books", weight_grams: 1200 }],
    ...change,
  };
}

/** A change of `shipmentBody`: the recipient's PIN is required. */
export const withPin = {
  delivery: { contact: delivery.contact, address: kreuzberg, requirements: { pin: true } },
};

/** A change of `shipmentBody`: the PIN is required of a recipient with a phone number. */
export const withPinAndPhone = {
  delivery: { ...withPin.delivery, contact: { ...delivery.contact, phone: "+4915112345678" } },
};

export async function createShipment(
  client: Client,
  change: Record<string, unknown> = {},
): Promise<Answer["body"]> {
  const answer = await client.post(`${platform}/shipments`, shipmentBody(change));
  if (answer.status !== 201) throw new Error(`creating a shipment gave ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** A shipment that has its quotes. */
export async function createQuoted(client: Client, change: Record<string, unknown> = {}) {
  const shipment = await createShipment(client, change);
  const quotes = await client.get(`${platform}/shipments/${shipment.id}/quotes`);
  return { shipment, quotes: quotes.body.data };
}

/** A shipment whose cheapest offer was accepted; by default its driver moves only on command. */
export async function createAssigned(client: Client, change: Record<string, unknown> = {}) {
  const { shipment, quotes } = await createQuoted(client, { simulation: { speed: "manual" }, ...change });
  const accepted = await client.post(`${platform}/shipments/${shipment.id}/assignments`, {
    strategy: "cheapest",
  });
  if (accepted.status !== 201) throw new Error(`accepting gave ${accepted.status}: ${accepted.text}`);
  return { shipment, quotes, assignment: accepted.body };
}

export function advance(client: Client, shipmentId: string, to?: string): Promise<Answer> {
  return client.post(`${platform}/sandbox/shipments/${shipmentId}/advance`, to === undefined ? {} : { to });
}

/** The tracking link alone opens the proofs of this account: nobody asks for the digits. */
export async function openProofs({ session }: Pick<TestAccount, "session">): Promise<void> {
  const brand = { proof_behind_digits: false };
  const { status } = await session.patch(`${platform}/account`, { brand }, { "x-environment": "sandbox" });
  if (status !== 200) throw new Error(`the brand was not changed: ${status}`);
}
