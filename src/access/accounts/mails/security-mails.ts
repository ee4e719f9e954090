import { toTimestamp } from "../../../infra/clock.ts";
import { type DueRows, noDueRows } from "../../../infra/db/due-rows.ts";
import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { RequestOrigin } from "../../../infra/http/principal.ts";
import { nextMailAttemptAt } from "../../../infra/mail/mail.ts";
import { dayMs } from "../../../infra/units.ts";
import { type MailDetails, type MailKind, securityMail } from "../mail-text.ts";
import type { UserRow } from "../store.ts";
import { securityMailStore, securityMailsDue } from "./mail-store.ts";
import { wantsNotice } from "./notifications.ts";
import { browserName } from "./program-name.ts";

/**
 * Users are told by mail what somebody who knows their password could do without them. A mail is a row of the same
 * transaction, so no crash loses it. Only verified addresses get mail.
 */

/** Somebody who travels, or whose address changes often, gets no more of these in a day. */
const newPlacesPerDay = 3;

/** Queues a mail to the user's address. */
export function queueSecurityMail(
  deps: Deps,
  tx: Tx,
  user: Pick<UserRow, "id" | "email" | "emailVerifiedAt">,
  kind: MailKind,
  details: Omit<MailDetails, "at"> = {},
): void {
  if (!deps.mailer || user.emailVerifiedAt === null) return;
  const now = deps.realClock.now();
  securityMailStore(tx).insert({
    id: deps.ids.make("eml"),
    userId: user.id,
    kind,
    email: user.email,
    details: { at: toTimestamp(now), ...details },
    createdAt: now,
    attempts: 0,
    dueAt: now,
  });
}

/** Tells the user of a sign-in from a network that was never used before. */
export function queueNewPlace(
  deps: Deps,
  tx: Tx,
  user: UserRow,
  { address, userAgent }: RequestOrigin,
): void {
  if (!wantsNotice(user, "security")) return;
  const since = deps.realClock.now() - dayMs;
  if (securityMailStore(tx).countSince(user.id, "new_place", since) >= newPlacesPerDay) return;
  const program = browserName(userAgent ?? "");
  queueSecurityMail(deps, tx, user, "new_place", { address, ...(program !== undefined && { program }) });
}

export function dueSecurityMails({ mailer, stores }: Deps): DueRows {
  return mailer ? securityMailsDue(stores.accounts) : noDueRows;
}

/** Tries once to send the mail. */
export async function sendSecurityMail(deps: Deps, id: string): Promise<void> {
  const { accounts } = deps.stores;
  const row = securityMailStore(accounts.db).find(id);
  if (!deps.mailer || !row) return;
  const mail = securityMail(row.kind, deps.publicUrl(), row.details);
  const failure = await deps.mailer.send({ to: [row.email], ...mail });
  const attempts = row.attempts + 1;
  const dueAt = failure ? nextMailAttemptAt(attempts, deps.realClock.now()) : null;
  if (failure) {
    const facts = { err: failure, user_id: row.userId, attempts, given_up: dueAt === null };
    deps.log.warn(facts, "Sending a mail about a sign-in failed");
  }
  await accounts.write((tx) => securityMailStore(tx).change(id, { attempts, dueAt }));
}
