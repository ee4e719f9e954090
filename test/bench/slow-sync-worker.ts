/** Takes the place of `src/infra/db/sync-worker.ts`, which it loads: every sync takes longer, as on a slow disk. */
import "../../src/infra/db/sync-worker.ts";
import type { SyncRequest } from "../../src/infra/db/sync-thread.ts";

const syncMs = 50;
/** A checkpoint syncs the log, the database and the log's new header. */
const waitsMs: Record<SyncRequest["kind"], number> = {
  open: 0,
  sync: syncMs,
  checkpoint: 3 * syncMs,
  close: 0,
};

declare const self: Worker;

const handle = self.onmessage?.bind(self);
self.onmessage = (message: MessageEvent<SyncRequest>) => {
  Bun.sleepSync(waitsMs[message.data.kind]);
  handle?.(message);
};
