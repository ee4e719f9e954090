import { deepStrictEqual } from "node:assert/strict";
import { accept, boughtBy, type Scene, settled, soonMs, until, vienna } from "./scene.ts";

/** Purchases of a carrier that takes its time, or says nothing. */

/** Longer than Waybill waits for a purchase, and than most carriers take. */
const hungMs = 75_000;

const settledMs = 300_000;

/** 20 s of the first attempt, 90 s of waiting, and some. */
const nextAttemptMs = 125_000;

export async function waitsForCarrier(scene: Scene): Promise<string> {
  return buySlowly(scene, async () => {});
}

/** The purchase goes on in Karrio, and nobody waits for its answer any more. */
export async function survivesKill(scene: Scene): Promise<string> {
  return buySlowly(scene, () => scene.restart());
}

async function buySlowly(scene: Scene, meanwhile: () => Promise<void>): Promise<string> {
  const { slowCarrier, made } = scene;
  slowCarrier.next = { waitMs: hungMs, answers: true };
  const before = { ...slowCarrier };
  const begunAt = performance.now();
  const { id, assignmentId } = await accept(scene.live, vienna, made.slowId);
  await until("asked", async () => slowCarrier.asked > before.asked, soonMs);
  await meanwhile();
  const { substatus } = await settled(scene.live, id, settledMs);
  const seconds = Math.round((performance.now() - begunAt) / 1_000);
  deepStrictEqual(substatus, "confirmed");
  // The attempt after the timeout must find it bought.
  await Bun.sleep(Math.max(0, nextAttemptMs - (performance.now() - begunAt)));
  const bought = await boughtBy(scene, assignmentId);
  deepStrictEqual(
    bought.map(({ status }) => status),
    ["created"],
  );
  deepStrictEqual([slowCarrier.asked - before.asked, slowCarrier.labels - before.labels], [1, 1]);
  return `confirmed after ${seconds} s; Karrio has 1 shipment, and asked the carrier once`;
}

export async function rejectsSilence(scene: Scene): Promise<string> {
  const { live, slowCarrier, made } = scene;
  slowCarrier.next = { waitMs: 0, answers: false };
  const before = slowCarrier.labels;
  const { id } = await accept(live, vienna, made.slowId);
  const shipment = await settled(live, id, soonMs);
  deepStrictEqual(shipment.status, "quoted");
  deepStrictEqual(slowCarrier.labels - before, 1);
  return "the shipment needs another quote; nothing was bought in Karrio";
}
