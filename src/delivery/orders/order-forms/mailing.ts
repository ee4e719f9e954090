import { getAccount } from "../../../access/accounts/sign-in/service.ts";
import { type DueRows, noDueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { nextMailAttemptAt } from "../../../infra/mail/mail.ts";
import { codeHash, makeCode } from "./devices.ts";
import { orderCodesDue, orderDeviceStore, orderFormStore } from "./store.ts";

/** Codes go to customers by mail. The database has a keyed hash, never the code: each attempt makes a new one. */

export function dueCodes({ mailer, stores }: Deps, environment: Environment): DueRows {
  return mailer ? orderCodesDue(stores.platform(environment)) : noDueRows;
}

/** Tries once to mail the code of a form. */
export async function mailCode(deps: Deps, environment: Environment, formId: string): Promise<void> {
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
    return { email, accountId: form.accountId };
  });
  if (!deps.mailer || !claimed) return;
  const mail = codeMail(getAccount(deps, claimed.accountId).name, code);
  const failure = await deps.mailer.send({ to: [claimed.email], ...mail });
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

function codeMail(sender: string, code: string) {
  return {
    subject: `${code} is your code`,
    text: `${code} is your code for orders at ${sender}. It works for 15 minutes.

Enter it on the page of your order link. Nobody else needs it.
`,
  };
}
