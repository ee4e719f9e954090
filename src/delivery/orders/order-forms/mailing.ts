import { getAccount } from "../../../access/accounts/sign-in/service.ts";
import { type DueRows, noDueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { type Mail, nextMailAttemptAt } from "../../../infra/mail/mail.ts";
import type { PageLanguage } from "../../model/model.ts";
import { senderNameOf } from "../../recipients/mail/sender-name.ts";
import { codeHash, makeCode } from "./devices.ts";
import { orderCodesDue, orderDeviceStore, orderFormStore } from "./store.ts";

/** Codes go to customers by mail. The database has a keyed hash, never the code: each attempt makes a new one. */

/** Writes the mail with a code in the customer's language. */
export type WriteCode = (facts: {
  language: PageLanguage;
  senderName: string;
  code: string;
}) => Promise<Mail>;

export function dueCodes({ mailer, stores }: Deps, environment: Environment): DueRows {
  return mailer ? orderCodesDue(stores.platform(environment)) : noDueRows;
}

/** Tries once to mail the code of a form. */
export async function mailCode(
  deps: Deps,
  environment: Environment,
  formId: string,
  writeCode: WriteCode,
): Promise<void> {
  const code = makeCode(deps);
  const hash = codeHash(deps, formId, code);
  const claimed = await write(deps, environment, ({ tx, now }) => {
    const row = orderDeviceStore(tx).findCode(formId);
    const form = orderFormStore(tx).find(formId);
    const email = form?.customer.email ?? null;
    if (!row || !form || email === null || row.dueAt === null || row.expiresAt <= now) {
      if (row) orderDeviceStore(tx).changeCode(formId, { dueAt: null });
      return undefined;
    }
    const attempts = row.attempts + 1;
    orderDeviceStore(tx).changeCode(formId, {
      codeHash: hash,
      attempts,
      dueAt: nextMailAttemptAt(attempts, now),
    });
    return { email, accountId: form.accountId, language: row.language };
  });
  if (!deps.mailer || !claimed) return;
  const { email, accountId, language } = claimed;
  const senderName = senderNameOf(null, getAccount(deps, accountId).name);
  const failure = await deps.mailer.send({
    to: [email],
    ...(await writeCode({ language, senderName, code })),
  });
  if (failure) {
    deps.log.warn({ code: (failure as { code?: string }).code, form_id: formId }, "Sending a code failed");
    return;
  }
  await write(deps, environment, ({ tx }) => {
    // A code that was asked for meanwhile stays due.
    if (orderDeviceStore(tx).findCode(formId)?.codeHash === hash)
      orderDeviceStore(tx).changeCode(formId, { dueAt: null });
  });
}
