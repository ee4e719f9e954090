import { type DueRows, noDueRows } from "../../infra/db/due-rows.ts";
import type { Deps } from "../../infra/deps.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { nextMailAttemptAt } from "../../infra/mail/mail.ts";
import { requireMember } from "../accounts/people.ts";
import { invitationMail } from "./letter.ts";
import { invitationStore, invitationsDue } from "./store.ts";

/** Invitations whose mail is due. */
export function dueInvitations({ mailer, stores }: Deps): DueRows {
  return mailer ? invitationsDue(stores.accounts) : noDueRows;
}

/** Tries once to send the mail, with a new token. The link that the inviter got keeps its own. */
export async function sendInvitation(deps: Deps, id: string): Promise<void> {
  const { accounts } = deps.stores;
  const row = invitationStore(accounts.db).find(id);
  if (!deps.mailer || !row || row.dueAt === null) return;
  const inviter = requireMember(accounts.db, row.accountId, row.invitedBy);
  const token = deps.ids.token();
  await accounts.write((tx) => invitationStore(tx).change(id, { mailedTokenHash: sha256Hex(token) }));
  const mail = invitationMail(deps.publicUrl(), token, inviter.email, row.role);
  const failure = await deps.mailer.send({ to: [row.email], ...mail });
  const attempts = row.attempts + 1;
  const nextAt = failure ? nextMailAttemptAt(attempts, deps.realClock.now()) : null;
  const dueAt = nextAt !== null && nextAt < row.expiresAt ? nextAt : null;
  if (failure) {
    const facts = { err: failure, invitation_id: id, attempts, given_up: dueAt === null };
    deps.log.warn(facts, "Sending an invitation failed");
  }
  await accounts.write((tx) => {
    // It may have been withdrawn meanwhile.
    const isEnded = invitationStore(tx).find(id)?.endedAt !== null;
    invitationStore(tx).change(id, { attempts, dueAt: isEnded ? null : dueAt });
  });
}
