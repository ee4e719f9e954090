import { and, asc, count, eq, gt, inArray, isNotNull, lt, ne, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { MailStatus } from "./moment.ts";
import { recipientMails } from "./table.ts";

export type RecipientMailRow = typeof recipientMails.$inferSelect;

/** Mails that went out, or may have: a mail that waits was attempted only if nobody knows what came of it. */
const counted: MailStatus[] = ["sent", "waiting"];

export const recipientMailStore = prepared((db) => {
  const id = sql.placeholder("id");
  const since = sql.placeholder("since");
  const findById = db.select().from(recipientMails).where(eq(recipientMails.id, id)).prepare();
  const findByToken = db
    .select()
    .from(recipientMails)
    .where(eq(recipientMails.stopToken, sql.placeholder("token")))
    .prepare();
  const ofShipment = db
    .select()
    .from(recipientMails)
    .where(eq(recipientMails.shipmentId, sql.placeholder("shipmentId")))
    .orderBy(asc(recipientMails.createdAt), asc(recipientMails.id))
    .prepare();
  const ofAccount = db
    .select({ total: count() })
    .from(recipientMails)
    .where(
      and(
        eq(recipientMails.accountId, sql.placeholder("accountId")),
        gt(recipientMails.attemptedAt, since),
        inArray(recipientMails.status, counted),
        ne(recipientMails.id, id),
      ),
    )
    .prepare();
  const toAddress = db
    .select({ status: recipientMails.status, reason: recipientMails.reason })
    .from(recipientMails)
    .where(
      and(
        eq(recipientMails.addressHash, sql.placeholder("addressHash")),
        gt(recipientMails.attemptedAt, since),
        ne(recipientMails.id, id),
      ),
    )
    .prepare();
  const forgetAddresses = db
    .update(recipientMails)
    .set({ addressHash: null })
    .where(and(isNotNull(recipientMails.addressHash), lt(recipientMails.attemptedAt, since)))
    .prepare();
  return {
    insert: rowInsert(db, recipientMails),
    change: rowChange(db, recipientMails, "id"),
    find: (mailId: string): RecipientMailRow | undefined => findById.get({ id: mailId }),
    findByToken: (token: string): RecipientMailRow | undefined => findByToken.get({ token }),
    /** Oldest first; there are few more than moments. */
    ofShipment: (shipmentId: string): RecipientMailRow[] => ofShipment.all({ shipmentId }),
    /** How many other mails of the account went out after a time, or may have. */
    countOfAccount: (row: Pick<RecipientMailRow, "id" | "accountId">, after: number): number =>
      ofAccount.get({ ...row, since: after })?.total ?? 0,
    /** How many other mails went out to an address after a time, and whether it was refused since. */
    countTo: (mailId: string, addressHash: string, after: number) => {
      const mails = toAddress.all({ id: mailId, addressHash, since: after });
      return {
        total: mails.filter(({ status }) => counted.includes(status)).length,
        isRefused: mails.some(({ reason }) => reason === "address_refused"),
      };
    },
    /** Forgets the addresses of mails that were attempted before a time. */
    forgetAddresses: (before: number): void => void forgetAddresses.run({ since: before }),
  };
});

/** Mails that are due. */
export const recipientMailsDue = dueRows({
  table: "recipient_mails",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
});
