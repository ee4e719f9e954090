import type { Db } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { SessionPrincipal } from "../../../infra/http/principal.ts";
import { memberStore } from "../member-store.ts";
import type { NotificationsView, PatchNotifications } from "../schema.ts";
import { accountStore, type UserRow } from "../store.ts";

/** Which notices a person gets by email. Links and codes that somebody asked for are always sent. */

export type Notification = keyof NotificationsView;

/** Whether the person gets such notices: at a verified address, unless they turned them off. */
export function wantsNotice(user: UserRow, notification: Notification): boolean {
  return user.emailVerifiedAt !== null && toView(user)[notification];
}

/** Addresses of the account that get notices about its webhook endpoints. */
export function webhookAddressees({ stores }: Deps, accountId: string): string[] {
  const users = accountStore(stores.accounts.db).listUsers(accountId);
  return users.filter((user) => wantsNotice(user, "webhooks")).map(({ email }) => email);
}

/** @throws AppError `session_required` */
export function getNotifications({ stores }: Deps, session: SessionPrincipal): NotificationsView {
  return toView(requireUser(stores.accounts.db, session));
}

/** @throws AppError `session_required` */
export function patchNotifications(
  { stores }: Deps,
  session: SessionPrincipal,
  change: PatchNotifications,
): Promise<NotificationsView> {
  return stores.accounts.write((tx) => {
    const user = requireUser(tx, session);
    const after = { ...toView(user), ...change };
    memberStore(tx).change(user.id, { notifyWebhooks: after.webhooks, notifySecurity: after.security });
    return after;
  });
}

function requireUser(db: Db, { user: { id } }: SessionPrincipal): UserRow {
  const user = accountStore(db).findUser(id);
  if (!user) throw new AppError("session_required");
  return user;
}

function toView({ notifyWebhooks, notifySecurity }: UserRow): NotificationsView {
  return { webhooks: notifyWebhooks, security: notifySecurity };
}
