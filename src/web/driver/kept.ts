import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { systemClock } from "../../infra/clock.ts";
import type { Problem } from "../dashboard/api.ts";
import { momentNow } from "./moment.ts";
import { type Entry, isPosition, type NewEntry, type Picture } from "./queue.ts";
import type { DriverMe, DriverStop, StopKind } from "./wire.ts";

/**
 * What the phone keeps of the driver's day, in IndexedDB. All tabs of the page share it. What other drivers of the phone have
 * not sent waits there too.
 */

const name = "waybill-driver";
/** Four hours of positions without network; older ones go first. */
const positionsMax = 3_000;
/** So long it waits for a driver who does not come back. */
const foreignKeptMs = 30 * 24 * 60 * 60_000;
const strict = { durability: "strict" } as const;

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
  done: DoneStop[];
  refusals: Refusal[];
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

let opening: Promise<Db> | undefined;

function open(): Promise<Db> {
  opening ??= openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore("queue", { keyPath: "seq", autoIncrement: true });
      db.createObjectStore("pictures");
      db.createObjectStore("values");
    },
  });
  return opening;
}

/** Everything, as it is in one moment. */
export async function readDay(): Promise<Day> {
  const tx = (await open()).transaction(["queue", "values"]);
  const [entries, keys, values] = await Promise.all([
    tx.objectStore("queue").getAll(),
    tx.objectStore("values").getAllKeys(),
    tx.objectStore("values").getAll(),
  ]);
  return { entries, ...Object.fromEntries(keys.map((key, index) => [key, values[index]])) };
}

/** The beginning of the connected driver's queue. */
export async function readQueue(count: number): Promise<Entry[]> {
  const tx = (await open()).transaction(["queue", "values"]);
  const me = (await tx.objectStore("values").get("me")) as DriverMe | undefined;
  const own: Entry[] = [];
  for (let after: number | undefined = 0; after !== undefined && own.length < count; ) {
    const read = await tx.objectStore("queue").getAll(IDBKeyRange.lowerBound(after, true), count);
    own.push(...read.filter(({ driverId }) => driverId === me?.driver.id));
    after = read.at(-1)?.seq;
  }
  return own;
}

export async function readPicture(id: string): Promise<Blob | undefined> {
  return (await open()).get("pictures", id);
}

/** What is stored with a tap, in the same moment. */
export interface WithTap {
  /** Bytes that are new, by the id of the picture. */
  pictures?: ReadonlyMap<string, Blob>;
  /** The stop that the tap ends. */
  done?: DoneStop | undefined;
  /** The refused tap that this one replaces, with pictures that it still needs. */
  instead?: Refusal | undefined;
}

/** Stores a tap. Resolves when the disk has it. */
export async function keepEntry(
  entry: NewEntry,
  { pictures = new Map(), done, instead }: WithTap = {},
): Promise<void> {
  const tx = (await open()).transaction(["queue", "pictures", "values"], "readwrite", strict);
  const values = tx.objectStore("values");
  const [known, refusals] = await Promise.all([values.get("done"), values.get("refusals")]);
  for (const [id, bytes] of pictures) void tx.objectStore("pictures").put(bytes, id);
  // The store gives it its place.
  void tx.objectStore("queue").add({ ...entry, ...momentNow() } as Entry);
  if (done) void values.put([...((known as DoneStop[] | undefined) ?? []), done], "done");
  if (instead) void values.put(without(refusals as Refusal[] | undefined, instead), "refusals");
  await tx.done;
  if (isPosition(entry)) await dropOldPositions();
}

function without(refusals: Refusal[] = [], { entry }: Refusal): Refusal[] {
  return refusals.filter((other) => other.entry.seq !== entry.seq);
}

async function dropOldPositions(): Promise<void> {
  const db = await open();
  if ((await db.count("queue")) <= positionsMax) return;
  const tx = db.transaction("queue", "readwrite");
  for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
    if (!isPosition(cursor.value)) continue;
    await cursor.delete();
    break;
  }
  await tx.done;
}

export async function updateEntry(entry: Entry): Promise<void> {
  await (await open()).put("queue", entry, undefined);
}

/** The server has them: they count until the stops are read anew. Positions are not needed any more. */
export async function settleEntries(done: readonly Entry[], forgotten: readonly Entry[]): Promise<void> {
  const tx = (await open()).transaction(["queue", "pictures"], "readwrite");
  for (const entry of done) {
    void tx.objectStore("queue").put({ ...entry, isSent: true });
    for (const { id } of picturesOf(entry)) void tx.objectStore("pictures").delete(id);
  }
  for (const { seq } of forgotten) void tx.objectStore("queue").delete(seq);
  await tx.done;
}

/** Takes a refused tap out of the queue, and keeps it for the driver to see. Its stop is not done. */
export async function refuseEntry(refusal: Refusal): Promise<void> {
  const { entry, problem } = refusal;
  const tx = (await open()).transaction(["queue", "values"], "readwrite");
  const values = tx.objectStore("values");
  const [refusals, known] = await Promise.all([values.get("refusals"), values.get("done")]);
  void tx.objectStore("queue").delete(entry.seq);
  const reportId = entry.kind === "report" ? entry.report.id : undefined;
  const all = (known as DoneStop[] | undefined) ?? [];
  const done = all.find((stop) => stop.reportId === reportId);
  void values.put([...((refusals as Refusal[] | undefined) ?? []), { entry, problem, done }], "refusals");
  void values.put(
    all.filter((stop) => stop !== done),
    "done",
  );
  await tx.done;
}

/** The driver has read it. */
export async function dropRefusal(refusal: Refusal): Promise<void> {
  const tx = (await open()).transaction(["pictures", "values"], "readwrite");
  const values = tx.objectStore("values");
  const refusals = (await values.get("refusals")) as Refusal[] | undefined;
  void values.put(without(refusals, refusal), "refusals");
  for (const { id } of picturesOf(refusal.entry)) void tx.objectStore("pictures").delete(id);
  await tx.done;
}

/** What the server says now: `sent` are the entries that it had before it was asked. */
export async function keepAnswer(
  me: DriverMe,
  stops: DriverStop[],
  sent: readonly Entry[],
  since: string,
): Promise<void> {
  const tx = (await open()).transaction(["queue", "values"], "readwrite");
  const values = tx.objectStore("values");
  const done = ((await values.get("done")) as DoneStop[] | undefined) ?? [];
  void values.put(me, "me");
  void values.put(stops, "stops");
  void values.put(
    done.filter(({ at }) => at >= since),
    "done",
  );
  for (const { seq } of sent) void tx.objectStore("queue").delete(seq);
  await tx.done;
}

/** Another driver's day begins. What a former one has left to send waits for them. */
export async function beginDay(me: DriverMe): Promise<void> {
  const tx = (await open()).transaction("values", "readwrite", strict);
  const known = (await tx.store.get("me")) as DriverMe | undefined;
  if (known?.driver.id !== me.driver.id) void tx.store.clear();
  void tx.store.put(me, "me");
  await tx.done;
}

/** Forgets people and addresses. What waits stays for the same driver's next link. */
export async function forgetDay(): Promise<void> {
  await (await open()).clear("values");
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
  const tx = (await open()).transaction(["queue", "pictures", "values"], "readwrite", strict);
  const entries = await tx.objectStore("queue").getAll();
  const refusals = ((await tx.objectStore("values").get("refusals")) as Refusal[] | undefined) ?? [];
  for (const { seq } of entries.filter(isMeant)) void tx.objectStore("queue").delete(seq);
  const left = [...entries.filter((entry) => !isMeant(entry)), ...refusals.map(({ entry }) => entry)];
  const needed = new Set(left.flatMap(picturesOf).map(({ id }) => id));
  for (const id of await tx.objectStore("pictures").getAllKeys()) {
    if (!needed.has(id)) void tx.objectStore("pictures").delete(id);
  }
  await tx.done;
}

function picturesOf(entry: Entry): readonly Picture[] {
  return entry.kind === "report" ? entry.pictures : [];
}
