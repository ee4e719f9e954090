import { systemClock, toTimestamp } from "../../infra/clock.ts";
import { newIdempotencyKey } from "../browser/api.ts";
import { doneStopOf, type SeenStop } from "./day.ts";
import { type DoneStop, dropRefusal, type Kept, type Refusal, storeEntries, type WithTaps } from "./kept.ts";
import { change, changed, currentState, sync } from "./model.ts";
import { type PhonePosition, positionOf, timeOf } from "./positions.ts";
import type { Picture, ReportContent } from "./queue.ts";

/** What the driver taps and where the phone is: kept first, then sent. */

/** A place older than this says nothing of where the driver stands. */
const placeAgeMaxMs = 2 * 60_000;

/** Resolves to whether the phone has them: its storage may be full. */
async function keep(kept: readonly Kept[], taps: WithTaps = {}): Promise<boolean> {
  const isKept = await storeEntries(kept, taps).then(
    () => true,
    () => false,
  );
  change({ isFull: !isKept });
  await changed();
  return isKept;
}

function driverId(): string {
  return currentState().day.me?.driver.id ?? "";
}

export interface NewPicture {
  picture: Picture;
  /** Null where the disk has them from an earlier tap. */
  bytes: Blob | null;
}

export function newPicture(use: Picture["use"], bytes: Blob): NewPicture {
  return { picture: { id: newIdempotencyKey(), use, imageId: null, uploads: 0 }, bytes };
}

interface Tap {
  content: ReportContent;
  /** The taps of one moment may share them: each proof shows them. */
  pictures?: readonly NewPicture[];
  /** The tap ends this stop. */
  ends?: { stop: SeenStop; outcome: DoneStop["outcome"] };
}

/**
 * Keeps what was tapped, all or none of it, with the time of now, and sends it as soon as it can. Resolves to whether it
 * is kept.
 */
export async function report(taps: readonly Tap[], instead: readonly Refusal[] = []): Promise<boolean> {
  const at = toTimestamp(systemClock.now());
  const kept = taps.map((tap) => keptOf(tap, at));
  const pictures = taps.flatMap((tap) => tap.pictures ?? []);
  const bytes = new Map(pictures.flatMap(({ picture, bytes }) => (bytes ? [[picture.id, bytes]] : [])));
  const isKept = await keep(kept, { pictures: bytes, instead });
  void sync();
  return isKept;
}

function keptOf({ content, pictures = [], ends }: Tap, at: string): Kept {
  const id = newIdempotencyKey();
  return {
    entry: {
      kind: "report",
      driverId: driverId(),
      report: { ...content, id, at },
      pictures: pictures.map(({ picture }) => picture),
    },
    done: ends && {
      reportId: id,
      stop: doneStopOf(ends.stop),
      kind: ends.stop.kind,
      outcome: ends.outcome,
      at,
    },
  };
}

/** Accepts jobs, or gives them back; the same otherwise. */
export async function answer(
  assignmentIds: readonly string[],
  isAccepted: boolean,
  reason: string | null = null,
): Promise<boolean> {
  const isKept = await keep(
    assignmentIds.map((assignmentId) => {
      const id = newIdempotencyKey();
      return { entry: { kind: "answer", driverId: driverId(), id, assignmentId, isAccepted, reason } };
    }),
  );
  void sync();
  return isKept;
}

/** @param forMs how long, as of a break; undefined: until somebody changes it */
export async function switchDuty(onDuty: boolean, forMs?: number): Promise<void> {
  const now = systemClock.now();
  const until = forMs === undefined ? undefined : toTimestamp(now + forMs);
  await keep([{ entry: { kind: "duty", driverId: driverId(), onDuty, at: toTimestamp(now), until } }]);
  change({ silentMs: 0, isUnlocated: false });
  void sync();
}

/** The driver has seen what they were told. */
export async function markSeen(noticeIds: readonly string[]): Promise<void> {
  const at = toTimestamp(systemClock.now());
  await keep([{ entry: { kind: "seen", driverId: driverId(), noticeIds: [...noticeIds], at } }]);
  void sync();
}

/** Orders the stops. @param stops all ids, the next one first */
export async function orderStops(stops: readonly string[]): Promise<void> {
  await keep([{ entry: { kind: "order", driverId: driverId(), stops } }]);
  void sync();
}

export async function dismiss(refusal: Refusal): Promise<void> {
  await dropRefusal(refusal);
  await changed();
}

/** Positions wait for the next batch. */
export async function locate(position: PhonePosition): Promise<void> {
  change({ position, isUnlocated: false });
  const report = { ...positionOf(position), id: newIdempotencyKey(), at: timeOf(position) };
  await keep([{ entry: { kind: "report", driverId: driverId(), report, pictures: [] } }]);
}

/** Where the driver stands, if the phone has just told. */
export function placeNow(): { latitude: number; longitude: number } | null {
  const { position } = currentState();
  if (!position || systemClock.now() - position.timestamp > placeAgeMaxMs) return null;
  const { latitude, longitude } = position.coords;
  return { latitude, longitude };
}
