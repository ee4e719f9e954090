import {
  type Day,
  type DoneStop,
  dropPictures,
  open,
  openWrite,
  picturesOf,
  type Refusal,
  readValue,
  type WriteTx,
  writeValue,
} from "./disk.ts";
import { doneAfter } from "./done.ts";
import { type Draft, draftsOf, withDraft } from "./draft.ts";
import { momentNow } from "./moment.ts";
import { type Entry, isPosition, type NewEntry, type Picture } from "./queue.ts";
import type { DriverMe, StopsView, ToldDone } from "./wire.ts";

/**
 * What the phone keeps of the driver's day, in IndexedDB. All tabs of the page share it. What other drivers of the phone have
 * not sent waits there too.
 */

export type { Day, DoneStop, Refusal } from "./disk.ts";

/** Four hours of positions without network; older ones go first. */
const positionsMax = 3_000;

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

/** A tap, with what is stored in the same moment. */
export interface Kept {
  entry: NewEntry;
  /** The stop that the tap ends. */
  done?: DoneStop | undefined;
}

export interface WithTaps {
  /** Bytes that are new, by the id of the picture. */
  pictures?: ReadonlyMap<string, Blob>;
  /** The refused taps that these replace, with pictures that they still need. */
  instead?: readonly Refusal[];
}

/** Stores taps, all or none. Resolves when the disk has them. */
export async function storeEntries(
  kept: readonly Kept[],
  { pictures = new Map(), instead = [] }: WithTaps = {},
): Promise<void> {
  const tx = await openWrite(true);
  for (const [id, bytes] of pictures) void tx.objectStore("pictures").put(bytes, id);
  // The store gives it its place.
  for (const { entry } of kept) void tx.objectStore("queue").add({ ...entry, ...momentNow() } as Entry);
  const done = kept.flatMap((one) => one.done ?? []);
  if (done.length > 0) {
    writeValue(tx, "done", [...((await readValue(tx, "done")) ?? []), ...done]);
    await forgetPeople(tx, done);
  }
  if (instead.length > 0) writeValue(tx, "refusals", without(await readValue(tx, "refusals"), instead));
  await dropDrafts(tx, kept);
  await tx.done;
  if (kept.some(({ entry }) => isPosition(entry))) await dropOldPositions();
}

/** Whom to call is nobody's business when the stop is done, though the server still lists it. */
async function forgetPeople(tx: WriteTx, done: readonly DoneStop[]): Promise<void> {
  const known = (await readValue(tx, "stops")) ?? [];
  const stops = known.map((stop) => {
    const over = done.find((one) => one.stop.id === stop.id)?.stop;
    return over ? { ...stop, contact: over.contact, sender_contact: over.sender_contact } : stop;
  });
  writeValue(tx, "stops", stops);
}

/** Of the stops that these taps end: what was entered is in them, or not needed. */
async function dropDrafts(tx: WriteTx, kept: readonly Kept[]): Promise<void> {
  const ended = new Set(
    kept.flatMap(({ entry, done }) => {
      if (entry.kind === "answer") return [`${entry.assignmentId}.pickup`];
      return done ? [done.stop.id] : [];
    }),
  );
  if (ended.size > 0) await keepDraftsOf(tx, (id) => !ended.has(id));
}

async function keepDraftsOf(tx: WriteTx, isOpen: (stopId: string) => boolean): Promise<void> {
  const known = (await readValue(tx, "drafts")) ?? [];
  if (known.length > 0) await replaceDrafts(tx, known, draftsOf(known, isOpen));
}

/** Pictures that only the former drafts had go with them. */
async function replaceDrafts(tx: WriteTx, known: readonly Draft[], drafts: Draft[]): Promise<void> {
  writeValue(tx, "drafts", drafts);
  const left = new Set(drafts.flatMap(({ pictures }) => pictures).map(({ id }) => id));
  const gone = known.flatMap(({ pictures }) => pictures).filter(({ id }) => !left.has(id));
  await dropPictures(tx, gone);
}

/** Stores what is being entered, with bytes that are new. Resolves to all drafts. */
export async function storeDraft(draft: Draft, bytes: ReadonlyMap<string, Blob>): Promise<Draft[]> {
  const tx = await openWrite();
  const known = (await readValue(tx, "drafts")) ?? [];
  const drafts = withDraft(known, draft);
  for (const [id, picture] of bytes) void tx.objectStore("pictures").put(picture, id);
  await replaceDrafts(tx, known, drafts);
  await tx.done;
  return drafts;
}

/** Stores which stop the driver brought to the top. */
export async function storeChosen(stopId: string): Promise<void> {
  await (await open()).put("values", stopId, "chosen");
}

function without(refusals: Refusal[] = [], dropped: readonly Refusal[]): Refusal[] {
  const seqs = dropped.map(({ entry }) => entry.seq);
  return refusals.filter(({ entry }) => !seqs.includes(entry.seq));
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

/** The server has the picture: for each tap that shows it. */
export async function recordUpload(picture: Picture): Promise<void> {
  const tx = (await open()).transaction("queue", "readwrite");
  for (const entry of await tx.store.getAll()) {
    if (entry.kind !== "report" || !entry.pictures.some(({ id }) => id === picture.id)) continue;
    const pictures = entry.pictures.map((other) => (other.id === picture.id ? picture : other));
    void tx.store.put({ ...entry, pictures });
  }
  await tx.done;
}

/** The server has them: they count until the stops are read anew. Positions are not needed any more. */
export async function finishEntries(done: readonly Entry[], forgotten: readonly Entry[]): Promise<void> {
  const tx = await openWrite();
  for (const entry of done) void tx.objectStore("queue").put({ ...entry, isSent: true });
  for (const { seq } of forgotten) void tx.objectStore("queue").delete(seq);
  await dropPictures(tx, done.flatMap(picturesOf));
  await tx.done;
}

/** Takes a refused tap out of the queue, and keeps it for the driver to see. Its stop is not done. */
export async function refuseEntry({ entry, problem }: Refusal): Promise<void> {
  const tx = await openWrite();
  const [refusals = [], all = []] = await Promise.all([readValue(tx, "refusals"), readValue(tx, "done")]);
  void tx.objectStore("queue").delete(entry.seq);
  const reportId = entry.kind === "report" ? entry.report.id : undefined;
  const done = all.find((stop) => stop.reportId === reportId);
  writeValue(tx, "refusals", [...refusals, { entry, problem, done }]);
  writeValue(
    tx,
    "done",
    all.filter((stop) => stop !== done),
  );
  await tx.done;
}

/** The driver has read it. */
export async function dropRefusal(refusal: Refusal): Promise<void> {
  const tx = await openWrite();
  writeValue(tx, "refusals", without(await readValue(tx, "refusals"), [refusal]));
  await dropPictures(tx, picturesOf(refusal.entry));
  await tx.done;
}

/**
 * What the server says now: `sent` are the entries that it had before it was asked, and `told` what is done, if it was
 * asked for that.
 */
export async function storeAnswer(
  me: DriverMe,
  { data: stops, notices }: Pick<StopsView, "data" | "notices">,
  sent: readonly Entry[],
  since: string,
  told: ToldDone[] | undefined,
): Promise<void> {
  const tx = await openWrite();
  const [done = [], chosen, entries] = await Promise.all([
    readValue(tx, "done"),
    readValue(tx, "chosen"),
    tx.objectStore("queue").getAll(),
  ]);
  const sentSeqs = new Set(sent.map(({ seq }) => seq));
  const unsent = entries.filter(({ seq }) => !sentSeqs.has(seq));
  const openIds = new Set(stops.map(({ id }) => id));
  writeValue(tx, "me", me);
  writeValue(tx, "stops", stops);
  writeValue(tx, "notices", notices);
  writeValue(
    tx,
    "done",
    doneAfter(
      done.filter(({ at }) => at >= since),
      unsent,
      told,
    ),
  );
  if (told) writeValue(tx, "told", told);
  if (chosen !== undefined && !openIds.has(chosen)) void tx.objectStore("values").delete("chosen");
  for (const { seq } of sent) void tx.objectStore("queue").delete(seq);
  await keepDraftsOf(tx, (id) => openIds.has(id));
  await tx.done;
}
