import type { TaskStore, Tx, WorkerTask } from "../../infra/db/store.ts";
import { AppError } from "../../infra/errors.ts";
import { mentionsOf } from "../../infra/mail/mail.ts";
import type { AccountEnvironment } from "../model.ts";
import type { LoggedRequest } from "./batch.ts";
import { redactionStore, type StoredBatch } from "./redaction-store.ts";
import type { Bodies, LogEntry } from "./request.ts";

/** Erases bodies of requests about what was redacted, and keeps later ones out of the log. */

interface Redaction extends AccountEnvironment {
  /** Of shipments, assignments, contacts, schedules, order forms and orders: requests name what they are about by these. */
  ids: string[];
  /** When the first of them was made: no older request names one. */
  since: number;
  now: number;
}

const batchesPerRead = 4;
const idPattern = /(?:shp|asg|con|sch|frm|ord)_[0-9a-hjkmnp-tv-z]{26}/g;
const erased: Bodies = { request: "(redacted)", response: "(redacted)" };

/**
 * Erases the bodies of requests that name one of the ids, from the log and from its files. Rejects with `busy` if
 * another process reads the database just then: run it again later.
 */
export const redactRequests: WorkerTask<Redaction> = {
  name: "requests.redact",
  async work({ db, write, emptyLog }, { ids, since, now, accountId, environment }) {
    // Before anything is read: whatever is written from now on finds them.
    await write((tx) => {
      for (const id of ids) redactionStore(tx).keepId(id, now);
    });
    const wanted = new Set(ids);
    await eraseBodies({ db, write }, { accountId, environment, since }, (text) =>
      idsIn(text).some((id) => wanted.has(id)),
    );
    if (!(await emptyLog())) throw new AppError("busy");
  },
};

/** An email address that may stand in requests of an account. */
interface Mention extends AccountEnvironment {
  address: string;
}

/** Erases the bodies of requests that hold an address. Rejects with `busy` as `redactRequests` does. */
export const eraseMentions: WorkerTask<Mention> = {
  name: "requests.erase_mentions",
  async work({ db, write, emptyLog }, { address, accountId, environment }) {
    const mention = mentionsOf(address);
    await eraseBodies(
      { db, write },
      { accountId, environment, since: 0 },
      (part) => part.search(mention) >= 0,
    );
    if (!(await emptyLog())) throw new AppError("busy");
  },
};

/** The request as the log may keep it. Call it in the transaction that writes it. */
export function withholdRedacted(tx: Tx, request: LoggedRequest): LoggedRequest {
  const { entry, bodies } = request;
  if (bodies === null) return request;
  const isErased = textsOf(entry, bodies)
    .flatMap(idsIn)
    .some((id) => redactionStore(tx).isRedacted(id));
  return isErased ? { ...request, bodies: erased } : request;
}

/** Whether a path or body holds what is erased. */
type IsWanted = (text: string) => boolean;

async function eraseBodies(
  { db, write }: Pick<TaskStore, "db" | "write">,
  span: AccountEnvironment & { since: number },
  isWanted: IsWanted,
): Promise<void> {
  const read = (after: number) => redactionStore(db).batches({ ...span, after, limit: batchesPerRead });
  for (let batches = read(0); batches.length > 0; batches = read(batches.at(-1)?.position ?? 0)) {
    for (const batch of batches) {
      const bodies = withoutBodies(batch, isWanted);
      if (bodies !== undefined) await write((tx) => redactionStore(tx).rewrite(batch.position, bodies));
    }
  }
}

/** Undefined if no request of the batch holds what is erased. */
function withoutBodies({ entries, bodies }: StoredBatch, isWanted: IsWanted): string | undefined {
  if (![entries, bodies].some(isWanted)) return undefined;
  const kept = JSON.parse(bodies) as Record<string, Bodies>;
  for (const entry of JSON.parse(entries) as LogEntry[]) {
    const own = kept[entry.id];
    if (own && textsOf(entry, own).some(isWanted)) kept[entry.id] = erased;
  }
  return JSON.stringify(kept);
}

function textsOf({ path }: LogEntry, { request, response }: Bodies): string[] {
  return [path, request ?? "", response ?? ""];
}

function idsIn(text: string): string[] {
  return text.match(idPattern) ?? [];
}
