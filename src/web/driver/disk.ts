import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { Problem } from "../browser/problem.ts";
import type { Draft } from "./draft.ts";
import { isPractice } from "./practice.ts";
import type { Entry, Picture } from "./queue.ts";
import type { DriverMe, DriverNotice, DriverStop, StopKind, ToldDone } from "./wire.ts";

/** The phone's database: what is in it, and which pictures it still needs. */

const name = "waybill-driver";
/** Where somebody practices: what is tapped there must never meet the day. */
const practiceName = "waybill-driver-practice";

/** As much as the stops of a day take. */
const probeCharacters = 100_000;

/** A stop that was done on this phone. It stays in the list for the day. */
export interface DoneStop {
  /** Of the report that did it. */
  reportId: string;
  stop: DriverStop;
  kind: StopKind;
  outcome: "picked_up" | "delivered" | "undeliverable" | "returned";
  at: string;
}

/** A tap that the server refused. */
export interface Refusal {
  entry: Entry;
  problem: Problem;
  /** What the tap had done, if it ends a stop. */
  done?: DoneStop | undefined;
}

interface Values {
  me: DriverMe;
  stops: DriverStop[];
  /** What the driver is told, and has not seen as far as the server knows. */
  notices: DriverNotice[];
  done: DoneStop[];
  /** What the server says of the day: also what another phone or the dispatcher did. */
  told: ToldDone[];
  refusals: Refusal[];
  drafts: Draft[];
  /** The stop that the driver brought to the top. */
  chosen: string;
  /** Says nothing: written and deleted to see whether there is room. */
  probe: string;
}

export interface Day extends Partial<Values> {
  entries: Entry[];
}

interface Schema extends DBSchema {
  queue: { key: number; value: Entry };
  pictures: { key: string; value: Blob };
  values: { key: string; value: Values[keyof Values] };
}
type Db = IDBPDatabase<Schema>;
type StoreName = "queue" | "pictures" | "values";
export type WriteTx = IDBPTransaction<Schema, StoreName[], "readwrite">;

let opening: Promise<Db> | undefined;

export function open(): Promise<Db> {
  opening ??= openDB<Schema>(isPractice() ? practiceName : name, 1, {
    upgrade(db) {
      db.createObjectStore("queue", { keyPath: "seq", autoIncrement: true });
      db.createObjectStore("pictures");
      db.createObjectStore("values");
    },
  });
  return opening;
}

/** Why a day cannot be kept here: the browser keeps nothing, or has no room. Undefined where it can. */
export async function findObstacle(): Promise<"broken" | "full" | undefined> {
  try {
    await open();
  } catch {
    return "broken";
  }
  try {
    // The quota is judged when a transaction ends.
    const written = await openWrite(true);
    writeValue(written, "probe", "-".repeat(probeCharacters));
    await written.done;
    const deleted = await openWrite();
    void deleted.objectStore("values").delete("probe");
    await deleted.done;
    return undefined;
  } catch {
    return "full";
  }
}

/** Deletes what somebody left who practiced, as soon as no page has it open. */
export function forgetPractice(): void {
  try {
    indexedDB.deleteDatabase(practiceName);
  } catch {
    // A browser that keeps nothing has nothing of it.
  }
}

/** A transaction over everything. @param isStrict it ends when the disk has it */
export async function openWrite(isStrict = false): Promise<WriteTx> {
  const db = await open();
  return db.transaction(
    ["queue", "pictures", "values"],
    "readwrite",
    isStrict ? { durability: "strict" } : {},
  );
}

export async function readValue<Name extends keyof Values>(
  tx: WriteTx,
  name: Name,
): Promise<Values[Name] | undefined> {
  return (await tx.objectStore("values").get(name)) as Values[Name] | undefined;
}

export function writeValue<Name extends keyof Values>(tx: WriteTx, name: Name, value: Values[Name]): void {
  void tx.objectStore("values").put(value, name);
}

/** Deletes these pictures, or all, as far as no tap, no refused one and no draft needs them: several may share one. */
export async function dropPictures(tx: WriteTx, pictures?: readonly Picture[]): Promise<void> {
  const dropped = pictures?.map(({ id }) => id) ?? (await tx.objectStore("pictures").getAllKeys());
  if (dropped.length === 0) return;
  const [entries, refusals = [], drafts = []] = await Promise.all([
    tx.objectStore("queue").getAll(),
    readValue(tx, "refusals"),
    readValue(tx, "drafts"),
  ]);
  const waiting = [...entries.filter(({ isSent }) => !isSent), ...refusals.map(({ entry }) => entry)];
  const shown = [...waiting.flatMap(picturesOf), ...drafts.flatMap(({ pictures }) => pictures)];
  const needed = new Set(shown.map(({ id }) => id));
  for (const id of dropped) if (!needed.has(id)) void tx.objectStore("pictures").delete(id);
}

export function picturesOf(entry: Entry): readonly Picture[] {
  return entry.kind === "report" ? entry.pictures : [];
}
