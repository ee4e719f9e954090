import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, type Placeholder, sql } from "drizzle-orm";
import { type Placeholders, perShape } from "../../infra/db/per-shape.ts";
import { placeholderFor } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import type { AccountEnvironment } from "../model.ts";
import type { Batch } from "./batch.ts";
import type { Bodies, LogEntry, RequestFilter } from "./request.ts";
import { requestBatches } from "./table.ts";

/** A batch without the bodies, for lists. */
interface ListedBatch {
  position: number;
  entries: LogEntry[];
}

/** Conditions for batches that may contain a match. */
interface BatchFilter extends Pick<RequestFilter, "id" | "createdAfter" | "createdBefore"> {
  refused: boolean;
}

type BatchRow = typeof requestBatches.$inferSelect;
type Owner = Pick<AccountEnvironment, "accountId" | "environment">;

interface BatchPage extends Owner, Omit<BatchFilter, "refused"> {
  moreRefusedThan: number | undefined;
  position: number;
  limit: number;
}

export const requestStore = prepared((db) => {
  const insert = db
    .insert(requestBatches)
    .values({
      accountId: placeholderFor("accountId"),
      environment: placeholderFor("environment"),
      firstId: placeholderFor("firstId"),
      lastId: placeholderFor("lastId"),
      oldestAt: placeholderFor("oldestAt"),
      newestAt: placeholderFor("newestAt"),
      refused: placeholderFor("refused"),
      charactersUpto: placeholderFor("charactersUpto"),
      ownUpto: placeholderFor("ownUpto"),
      entries: placeholderFor("entries"),
      bodies: placeholderFor("bodies"),
    })
    .prepare();
  const last = db
    .select({ upto: requestBatches.charactersUpto })
    .from(requestBatches)
    .orderBy(desc(requestBatches.position))
    .limit(1)
    .prepare();
  const ownedBy = ({ accountId, environment }: AccountEnvironment) =>
    and(eq(requestBatches.accountId, accountId), eq(requestBatches.environment, environment));
  const reaching = (id: Placeholder) => and(lte(requestBatches.firstId, id), gte(requestBatches.lastId, id));
  const lastOwn = db
    .select({ upto: requestBatches.ownUpto })
    .from(requestBatches)
    .where(
      and(
        eq(requestBatches.accountId, sql.placeholder("accountId")),
        eq(requestBatches.environment, sql.placeholder("environment")),
      ),
    )
    .orderBy(desc(requestBatches.position))
    .limit(1)
    .prepare();
  const owned = ({ accountId, environment }: Placeholders<Owner>) =>
    and(eq(requestBatches.accountId, accountId), eq(requestBatches.environment, environment));
  const holding = perShape<Owner & { id: string }, Pick<BatchRow, "entries" | "bodies">>((given) =>
    db
      .select({ entries: requestBatches.entries, bodies: requestBatches.bodies })
      .from(requestBatches)
      .where(and(owned(given), reaching(given.id)))
      .orderBy(asc(requestBatches.lastId)),
  );
  const page = perShape<BatchPage, Pick<BatchRow, "position" | "entries">>((given) =>
    db
      .select({ position: requestBatches.position, entries: requestBatches.entries })
      .from(requestBatches)
      .where(
        and(
          owned(given),
          lte(requestBatches.position, given.position),
          given.id && reaching(given.id),
          given.moreRefusedThan && gt(requestBatches.refused, given.moreRefusedThan),
          given.createdAfter && gte(requestBatches.newestAt, given.createdAfter),
          given.createdBefore && lt(requestBatches.oldestAt, given.createdBefore),
        ),
      )
      .orderBy(desc(requestBatches.position))
      .limit(given.limit),
  );
  /** Characters logged so far, in total and by one owner. */
  const total = (): number => last.get()?.upto ?? 0;
  const totalOf = ({ accountId, environment }: AccountEnvironment): number =>
    lastOwn.get({ accountId, environment })?.upto ?? 0;

  return {
    total,
    insert: (batch: Batch): void =>
      void insert.run({
        ...batch,
        charactersUpto: total() + batch.characters,
        ownUpto: totalOf(batch) + batch.characters,
        entries: `[${batch.entries.join()}]`,
        bodies: `{${batch.bodies.join()}}`,
      }),

    find(owner: AccountEnvironment, id: string): { entry: LogEntry; bodies: Bodies | undefined } | undefined {
      const { accountId, environment } = owner;
      for (const { entries, bodies } of holding.all({ accountId, environment, id })) {
        const entry = parseEntries(entries).find((one) => one.id === id);
        if (entry) return { entry, bodies: parseBodies(bodies)[id] };
      }
      return undefined;
    },

    /** Batches that may contain matches, newest first, from `position` back. */
    list(
      { accountId, environment }: AccountEnvironment,
      { id, createdAfter, createdBefore, refused }: BatchFilter,
      position: number,
      limit: number,
    ): ListedBatch[] {
      const moreRefusedThan = refused ? 0 : undefined;
      return page
        .all({ accountId, environment, id, createdAfter, createdBefore, moreRefusedThan, position, limit })
        .map((batch) => ({ position: batch.position, entries: parseEntries(batch.entries) }));
    },

    /** Deletes the owner's oldest batches, at most two, if more than `charactersMax` characters follow them. */
    removeExcess(owner: AccountEnvironment, charactersMax: number): void {
      const before = totalOf(owner) - charactersMax;
      if (before <= 0) return;
      const oldest = db
        .select({ position: requestBatches.position })
        .from(requestBatches)
        .where(ownedBy(owner))
        .orderBy(asc(requestBatches.position))
        .limit(2);
      db.delete(requestBatches)
        .where(and(inArray(requestBatches.position, oldest), lt(requestBatches.ownUpto, before)))
        .run();
    },

    /** Deletes at most `limit` batches of an owner. @returns how many */
    removeOwn(owner: AccountEnvironment, limit: number): number {
      const some = db
        .select({ position: requestBatches.position })
        .from(requestBatches)
        .where(ownedBy(owner))
        .limit(limit);
      return db.delete(requestBatches).where(inArray(requestBatches.position, some)).run().changes;
    },

    /**
     * Deletes those of the `limit` oldest batches that are entirely from before `time`, or that end before the log's
     * character number `before`. @returns how many
     */
    removeOldest(time: number, before: number, limit: number): number {
      const oldest = db
        .select({ position: requestBatches.position })
        .from(requestBatches)
        .orderBy(asc(requestBatches.position))
        .limit(limit);
      const isOld = or(lt(requestBatches.newestAt, time), lt(requestBatches.charactersUpto, before));
      return db
        .delete(requestBatches)
        .where(and(inArray(requestBatches.position, oldest), isOld))
        .run().changes;
    },
  };
});

function parseEntries(json: string): LogEntry[] {
  return JSON.parse(json);
}

function parseBodies(json: string): Record<string, Bodies> {
  return JSON.parse(json);
}
