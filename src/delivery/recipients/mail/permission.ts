import { emailsRecipients } from "../../../access/accounts/reading.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { MailHindrance } from "./schema.ts";

/** Whether an account's recipients get mails: nobody can send mail by signing up. */

/** What keeps an account that wants them from sending mails. */
export function mailHindrance(
  deps: Deps,
  environment: Environment,
  { recipientMailAllowed }: { recipientMailAllowed: boolean },
): MailHindrance | null {
  if (environment === "sandbox") return "sandbox";
  if (!deps.mailer) return "installation";
  return recipientMailAllowed ? null : "operator";
}

export function sendsRecipientMails(deps: Deps, environment: Environment, accountId: string): boolean {
  return environment === "live" && deps.mailer !== undefined && emailsRecipients(deps, accountId);
}
