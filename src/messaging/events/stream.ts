import { type EventSource, encodeEvents } from "../../api/stream.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { isId } from "../../infra/ids.ts";
import { createShared } from "../../infra/waiting/turns.ts";
import type { EventStreamQuery } from "./schema.ts";
import { shownBody, typesOf } from "./service.ts";
import { type EventRow, eventStore } from "./store.ts";
import { watch } from "./watch.ts";

/** The most rows a stream reads at once. It bounds what a slow reader, or one far behind, costs. */
const rowsMax = 100;
/** Sorts before every event. */
const firstEventId = `evt_${"0".repeat(26)}`;

/** A commit wakes all readers of an account: those who are equally far get the same. */
const readTogether = inMemory(() => ({
  rows: createShared<EventRow[]>(),
  bytes: createShared<Uint8Array>(),
}));

/**
 * The account's events as they happen: after the last one that the reader has, or from now on. Like the list, the
 * stream leaves out samples.
 */
export function openEventStream(
  deps: Deps,
  caller: Caller,
  query: EventStreamQuery,
  lastEventId: string | null,
): () => EventSource {
  const { db } = deps.stores.platform(caller.environment);
  const events = eventStore(db);
  const types: readonly string[] | undefined = typesOf(query);
  const { rows: sharedRows, bytes: sharedBytes } = readTogether(deps);
  return () => {
    const beginsAt = knownId(lastEventId) ?? events.newestId(caller.accountId) ?? firstEventId;
    const watching = watch(caller.accountId);
    let place = events.positionOf(caller.accountId, beginsAt);
    let seen = -1;
    let isBehind = false;
    return {
      beginsAt,
      hasNews: () => isBehind || watching.changes() !== seen,
      close: watching.stop,
      read() {
        seen = watching.changes();
        const from = `${caller.environment} ${caller.accountId} ${place}`;
        const rows = sharedRows(from, () => events.after(caller.accountId, place, rowsMax));
        place = rows.at(-1)?.position ?? place;
        isBehind = rows.length === rowsMax;
        return sharedBytes(`${from} ${types?.join() ?? "all"}`, () => {
          const chosen = rows.filter((row) => types?.includes(row.type) ?? true);
          return encodeEvents(
            chosen.map((row) => ({ id: row.id, event: row.type, data: shownBody(deps, db, row) })),
          );
        });
      },
    };
  };
}

function knownId(lastEventId: string | null): string | undefined {
  return lastEventId !== null && isId("evt", lastEventId) ? lastEventId : undefined;
}
