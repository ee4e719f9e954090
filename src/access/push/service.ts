import type { Deps } from "../../infra/deps.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import type { DriverPrincipal } from "../../infra/http/principal.ts";
import { targetFaults } from "../../infra/net/target-url.ts";
import type { PushSubscriptionInput } from "./schema.ts";
import { type PushTarget, pushTarget, sendPush } from "./sending.ts";
import { pushStore, type SubscriptionRow } from "./store.ts";
import { subscriptionPlace } from "./table.ts";

/** Which phones of a driver are woken when there is something new. */

const perDriverMax = 3;
/** An uncompressed point of P-256, and RFC 8291's secret. */
const pointBytes = 65;
const secretBytes = 16;

/**
 * Saves what the browser of the device said, in place of what it said before. Of a driver's devices the three last count.
 * @throws AppError `push_unavailable` where push is off, and for a token, `validation_failed` for an address that may not
 * be called
 */
export async function saveSubscription(
  deps: Deps,
  { by, driverId }: DriverPrincipal,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<void> {
  const { pushKeys, stores, realClock, vault } = deps;
  if (pushKeys === null || by.kind !== "device") throw new AppError("push_unavailable");
  requireKey("p256dh", keys.p256dh, pointBytes);
  requireKey("auth", keys.auth, secretBytes);
  const judged = await deps.transport.judge(pushTarget(deps, endpoint));
  if (!judged.allowed) {
    throw invalidField("#/endpoint", "destination_not_allowed", targetFaults[judged.reason]);
  }
  const subscription = JSON.stringify({ endpoint: judged.url.href, ...keys } satisfies PushTarget);
  await stores.accounts.write((tx) => {
    const store = pushStore(tx);
    const others = store.ofDriver(driverId).filter(({ deviceId }) => deviceId !== by.id);
    for (const { deviceId } of others.slice(0, Math.max(0, others.length - perDriverMax + 1))) {
      store.remove(deviceId);
    }
    store.save({
      deviceId: by.id,
      driverId,
      subscription: vault.seal(subscription, subscriptionPlace(by.id)),
      createdAt: realClock.now(),
    });
  });
}

/** @throws AppError `validation_failed` */
function requireKey(name: "p256dh" | "auth", text: string, bytes: number): void {
  if (/^[\w-]+=*$/.test(text) && Buffer.from(text, "base64url").byteLength === bytes) return;
  throw invalidField(`#/keys/${name}`, "format", `must be ${bytes} bytes in base64url`);
}

/** The phone of the device is not woken any more. */
export async function removeSubscription({ stores }: Deps, { by }: DriverPrincipal): Promise<void> {
  if (by.kind === "device") await stores.accounts.write((tx) => pushStore(tx).remove(by.id));
}

/**
 * Wakes the phone of the device now, for its driver to hear. @returns whether the push service took the message
 * @throws AppError `push_unavailable`, also where the phone has not subscribed
 */
export async function testPush(deps: Deps, { by, driverId }: DriverPrincipal): Promise<boolean> {
  const id = by.kind === "device" ? by.id : undefined;
  const phone = subscriptionsOf(deps, driverId).find(({ deviceId }) => deviceId === id);
  if (!phone) throw new AppError("push_unavailable");
  return (await sendPush(deps, phone, "test")) === "sent";
}

/** A phone that is woken, and where. */
interface Woken extends PushTarget {
  deviceId: string;
}

/** The phones of a driver. */
export function subscriptionsOf({ stores, vault }: Deps, driverId: string): Woken[] {
  return pushStore(stores.accounts.db)
    .ofDriver(driverId)
    .map(({ deviceId, subscription }: SubscriptionRow) => ({
      deviceId,
      ...(JSON.parse(vault.open(subscription, subscriptionPlace(deviceId))) as PushTarget),
    }));
}

/** The push service knows the phone no more. */
export async function forgetDead({ stores }: Deps, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await stores.accounts.write((tx) => {
    for (const id of deviceIds) pushStore(tx).remove(id);
  });
}
