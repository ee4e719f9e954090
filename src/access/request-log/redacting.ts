import type { Tx, WorkerTask } from "../../infra/db/store.ts";
import { AppError } from "../../infra/errors.ts";
import type { AccountEnvironment } from "../model.ts";
import type { LoggedRequest } from "./batch.ts";
import { redactionStore, type StoredBatch } from "./redaction-store.ts";
import type { Bodies, LogEntry } from "./request.ts";

/** Erases bodies of requests about what was redacted, and keeps later ones out of the log. */

export interface Redaction extends AccountEnvironment {
  /** Of shipments and assignments: requests name what they are about by these. */
  ids: string[];
  /** When the first of them was made: no older request names one. */
  since: number;
  now: number;
}

const batchesPerRead = 4;
const idPattern = /(?:shp|asg)_[0-9a-hjkmnp-tv-z]{26}/g;
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
    const read = (after: number) =>
      redactionStore(db).batches({ accountId, environment, since, after, limit: batchesPerRead });
    for (let batches = read(0); batches.length > 0; batches = read(batches.at(-1)?.position ?? 0)) {
      for (const batch of batches) {
        const bodies = withoutBodies(batch, wanted);
        if (bodies !== undefined) await write((tx) => redactionStore(tx).rewrite(batch.position, bodies));
      }
    }
    if (!(await emptyLog())) throw new AppError("busy");
  },
};

/** The request as the log may keep it. Call it in the transaction that writes it. */
export function withholdRedacted(tx: Tx, request: LoggedRequest): LoggedRequest {
  const { entry, bodies } = request;
  if (bodies === null) return request;
  const isErased = idsOf(entry, bodies).some((id) => redactionStore(tx).isRedacted(id));
  return isErased ? { ...request, bodies: erased } : request;
}

/** Undefined if no request of the batch names one of the ids. */
function withoutBodies({ entries, bodies }: StoredBatch, wanted: ReadonlySet<string>): string | undefined {
  const isNamed = [entries, bodies].some((text) => idsIn(text).some((id) => wanted.has(id)));
  if (!isNamed) return undefined;
  const kept = JSON.parse(bodies) as Record<string, Bodies>;
  for (const entry of JSON.parse(entries) as LogEntry[]) {
    const own = kept[entry.id];
    if (own && idsOf(entry, own).some((id) => wanted.has(id))) kept[entry.id] = erased;
  }
  return JSON.stringify(kept);
}

function idsOf({ path }: LogEntry, { request, response }: Bodies): string[] {
  return [path, request ?? "", response ?? ""].flatMap(idsIn);
}

function idsIn(text: string): string[] {
  return text.match(idPattern) ?? [];
}
