import { systemClock, toTimestamp } from "../../infra/clock.ts";
import { newIdempotencyKey } from "../dashboard/api.ts";
import { doneStopOf, type SeenStop } from "./day.ts";
import { type DoneStop, dropRefusal, keepEntry, type Refusal, type WithTap } from "./kept.ts";
import { change, changed, currentState, sync } from "./model.ts";
import { type PhonePosition, positionOf, timeOf } from "./positions.ts";
import type { NewEntry, Picture, ReportContent } from "./queue.ts";

/** What the driver taps and where the phone is: kept first, then sent. */

/** A place older than this says nothing of where the driver stands. */
const placeAgeMaxMs = 2 * 60_000;

/** Resolves to whether the phone has it: its storage may be full. */
async function keep(entry: NewEntry, tap: WithTap = {}): Promise<boolean> {
  const isKept = await keepEntry(entry, tap).then(
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
  pictures?: readonly NewPicture[];
  /** The tap ends this stop. */
  ends?: { stop: SeenStop; outcome: DoneStop["outcome"] };
  instead?: Refusal | undefined;
}

/** Keeps what was tapped, with the time of now, and sends it as soon as it can. Resolves to whether it is kept. */
export async function report({ content, pictures = [], ends, instead }: Tap): Promise<boolean> {
  const id = newIdempotencyKey();
  const at = toTimestamp(systemClock.now());
  const entry = {
    kind: "report" as const,
    driverId: driverId(),
    report: { ...content, id, at },
    pictures: pictures.map(({ picture }) => picture),
  };
  const done = ends && {
    reportId: id,
    stop: doneStopOf(ends.stop),
    kind: ends.stop.kind,
    outcome: ends.outcome,
    at,
  };
  const bytes = new Map(pictures.flatMap(({ picture, bytes }) => (bytes ? [[picture.id, bytes]] : [])));
  const isKept = await keep(entry, { pictures: bytes, done, instead });
  void sync();
  return isKept;
}

/** Accepts a job, or gives it back; the same otherwise. */
export async function answer(
  assignmentId: string,
  isAccepted: boolean,
  reason: string | null = null,
): Promise<boolean> {
  const id = newIdempotencyKey();
  const isKept = await keep({ kind: "answer", driverId: driverId(), id, assignmentId, isAccepted, reason });
  void sync();
  return isKept;
}

export async function switchDuty(onDuty: boolean): Promise<void> {
  await keep({ kind: "duty", driverId: driverId(), onDuty, at: toTimestamp(systemClock.now()) });
  change({ silentMs: 0, isUnlocated: false });
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
  await keep({ kind: "report", driverId: driverId(), report, pictures: [] });
}

/** Where the driver stands, if the phone has just told. */
export function placeNow(): { latitude: number; longitude: number } | null {
  const { position } = currentState();
  if (!position || systemClock.now() - position.timestamp > placeAgeMaxMs) return null;
  const { latitude, longitude } = position.coords;
  return { latitude, longitude };
}
