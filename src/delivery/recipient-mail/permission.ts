import { getAccount } from "../../access/accounts/service.ts";
import { accountsCache, type Deps } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import type { MailHindrance } from "./hindrance.ts";

/** Whether an account's recipients get mails. All of this must hold: nobody can send mail by signing up. */

export function mailHindrance(
  deps: Deps,
  environment: Environment,
  { recipientMailAllowed }: { recipientMailAllowed: boolean },
): MailHindrance | null {
  if (environment === "sandbox") return "sandbox";
  if (!deps.mailer) return "installation";
  return recipientMailAllowed ? null : "operator";
}

const sending = accountsCache<boolean>();

/** Cached, because every shipment that is collected asks. A suspended account sends no mail. */
export function sendsRecipientMails(deps: Deps, environment: Environment, accountId: string): boolean {
  if (environment === "sandbox" || !deps.mailer) return false;
  const known = sending(deps).get(accountId);
  if (known !== undefined) return known;
  const account = getAccount(deps, accountId);
  const sends =
    account.recipientMail &&
    account.suspendedAt === null &&
    mailHindrance(deps, environment, account) === null;
  sending(deps).set(accountId, sends);
  return sends;
}
