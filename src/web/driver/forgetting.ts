import { systemClock } from "../../infra/clock.ts";
import { dropPictures, openWrite, readValue, writeValue } from "./disk.ts";
import type { Entry } from "./queue.ts";
import type { DriverMe } from "./wire.ts";

/** What the phone forgets when a driver goes and another one comes. */

/** The phone keeps what another driver has left to send for this long. */
const foreignKeptMs = 30 * 24 * 60 * 60_000;

/** Another driver's day begins. What a former one has left to send waits for them. */
export async function beginDay(me: DriverMe): Promise<void> {
  const tx = await openWrite(true);
  const known = await readValue(tx, "me");
  if (known?.driver.id !== me.driver.id) {
    void tx.objectStore("values").clear();
    await dropPictures(tx);
  }
  writeValue(tx, "me", me);
  await tx.done;
}

/** Forgets people and addresses. What waits stays for the same driver's next link. */
export async function forgetDay(): Promise<void> {
  const tx = await openWrite();
  void tx.objectStore("values").clear();
  await dropPictures(tx);
  await tx.done;
}

/** Forgets what a driver has not sent. */
export function forgetQueue(driverId: string): Promise<void> {
  return forgetEntries((entry) => entry.driverId === driverId);
}

/** Forgets what waits for another driver, who has not come back for long. */
export function forgetOldQueues(driverId: string | undefined): Promise<void> {
  const since = systemClock.now() - foreignKeptMs;
  return forgetEntries((entry) => entry.driverId !== driverId && entry.keptAt < since);
}

/** Pictures go with the last tap that needs them. */
async function forgetEntries(isMeant: (entry: Entry) => boolean): Promise<void> {
  const tx = await openWrite(true);
  const entries = await tx.objectStore("queue").getAll();
  for (const { seq } of entries.filter(isMeant)) void tx.objectStore("queue").delete(seq);
  await dropPictures(tx);
  await tx.done;
}
