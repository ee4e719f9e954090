import { and, desc, eq, getTableColumns, gt, inArray, lte, type SQLWrapper, sql } from "drizzle-orm";
import { type Direction, perOrder } from "../../../infra/db/per-order.ts";
import { perShape } from "../../../infra/db/per-shape.ts";
import { placeholderFor } from "../../../infra/db/rows.ts";
import { type Db, prepared } from "../../../infra/db/store.ts";
import type { ListOrder } from "../../../infra/list-order.ts";
import type { StoredText } from "../../../infra/stored-links.ts";
import { keptMessagesMax } from "./inbox.ts";
import { inboxMessages } from "./table.ts";

type MessageRow = typeof inboxMessages.$inferSelect;

/** A message with the body of its event. */
export interface Message extends MessageRow {
  body: StoredText;
}

interface MessagePage {
  accountId: string;
  types?: readonly string[] | undefined;
  shipmentId?: string | undefined;
  /** Only messages after this position. */
  after?: number | undefined;
  /** Where the last page ended. */
  beyond?: number | undefined;
  limit: number;
}

const { accountId, headers, position, shipmentId, type } = inboxMessages;
const bodyOfEvent = sql<StoredText>`(SELECT body FROM events WHERE id = ${inboxMessages.eventId})`;
/** The plus keeps SQLite to the indexes of the account, which has few messages. */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;

export const inboxStore = prepared((db) => {
  const isAccounts = eq(accountId, sql.placeholder("accountId"));
  const insert = db
    .insert(inboxMessages)
    .values({
      id: placeholderFor("id"),
      accountId: placeholderFor("accountId"),
      webhookId: placeholderFor("webhookId"),
      deliveryId: placeholderFor("deliveryId"),
      attempt: placeholderFor("attempt"),
      eventId: placeholderFor("eventId"),
      type: placeholderFor("type"),
      shipmentId: placeholderFor("shipmentId"),
      headers: placeholderFor("headers"),
      receivedAt: placeholderFor("receivedAt"),
    })
    .prepare();
  const dropOldest = db
    .delete(inboxMessages)
    .where(
      and(
        isAccounts,
        sql`${position} <= (SELECT position FROM inbox_messages WHERE account_id = ${sql.placeholder("accountId")}
          ORDER BY position DESC LIMIT 1 OFFSET ${keptMessagesMax})`,
      ),
    )
    .prepare();
  const found = db
    .select({ position })
    .from(inboxMessages)
    .where(and(isAccounts, eq(inboxMessages.id, sql.placeholder("id"))))
    .prepare();
  const upTo = db
    .select({ position })
    .from(inboxMessages)
    .where(and(isAccounts, lte(inboxMessages.id, sql.placeholder("id"))))
    .orderBy(desc(position))
    .limit(1)
    .prepare();
  const clear = db.delete(inboxMessages).where(isAccounts).prepare();

  const sentBefore = db
    .select({ position })
    .from(inboxMessages)
    .where(sql`CAST(${headers} ->> '$."webhook-timestamp"' AS INTEGER) < ${sql.placeholder("seconds")}`)
    .limit(sql.placeholder("limit"));
  const removeSentBefore = db.delete(inboxMessages).where(inArray(position, sentBefore)).prepare();

  const lists = perOrder((direction) => inOrder(db, direction));

  return {
    insert: (row: Omit<MessageRow, "position">): void => void insert.run(row),
    /** Keeps the newest. */
    dropOldest: (accountId: string): void => void dropOldest.run({ accountId }),
    /** The position of the account's message. If it is gone, its predecessor's: an account's ids sort by time. */
    positionOf: (accountId: string, id: string): number =>
      (found.get({ accountId, id }) ?? upTo.get({ accountId, id }))?.position ?? 0,
    clear: (accountId: string): void => void clear.run({ accountId }),
    /**
     * Removes messages that were sent before this real time, which their signature names, at most `limit`.
     * @returns how many
     */
    removeSentBefore: (time: number, limit: number): number =>
      removeSentBefore.run({ seconds: time / 1000, limit }).changes,
    /** From beyond a position. */
    list: (order: ListOrder, page: MessagePage): Message[] => lists[order].all(page),
  };
});

function inOrder(db: Db, { sorted, past }: Direction) {
  return perShape<MessagePage, Message>((given) =>
    db
      .select({ ...getTableColumns(inboxMessages), body: bodyOfEvent })
      .from(inboxMessages)
      .where(
        and(
          eq(accountId, given.accountId),
          given.beyond && sql`${position} ${past} ${given.beyond}`,
          given.after && gt(position, given.after),
          given.shipmentId && eq(shipmentId, given.shipmentId),
          given.types && inArray(withoutIndex(type), [...given.types]),
        ),
      )
      .orderBy(sorted(position))
      .limit(given.limit),
  );
}
