import { listUsers } from "../accounts/administration.ts";
import { type Deps, type Writing, write } from "../deps.ts";
import type { Environment } from "../environment.ts";
import { type Mail, nextMailAttemptAt } from "./mail.ts";
import { mailStore } from "./store.ts";

/**
 * Keeps a mail to the account's people with what it tells of, so that no crash loses it; it is sent afterwards.
 * Without a mail server nobody is told.
 */
export function queueMail({ deps, tx, now }: Writing, accountId: string, mail: Mail): void {
  if (!deps.mailer) return;
  const id = deps.ids.make("eml");
  mailStore(tx).insert({ id, accountId, ...mail, attempts: 0, dueAt: now, createdAt: now });
}

export function dueMails(deps: Deps, environment: Environment, now: number, limit: number): string[] {
  return deps.mailer ? mailStore(deps.stores.platform(environment).db).due(now, limit) : [];
}

export function nextMailDue(deps: Deps, environment: Environment, now: number): number | undefined {
  return deps.mailer ? mailStore(deps.stores.platform(environment).db).nextDue(now) : undefined;
}

/** One attempt at a mail: it is sent at least once, and at most seven times tried. */
export async function sendMail(deps: Deps, environment: Environment, id: string): Promise<void> {
  const mail = mailStore(deps.stores.platform(environment).db).find(id);
  if (!mail || !deps.mailer) return;
  const to = listUsers(deps, mail.accountId).map(({ email }) => email);
  const failure = to.length === 0 ? undefined : await deps.mailer.send({ ...mail, to }).catch(asError);
  await write(deps, environment, ({ tx, now }) => {
    const attempts = mail.attempts + 1;
    const again = failure ? nextMailAttemptAt(attempts, now) : null;
    if (failure)
      deps.log.warn({ err: failure, id, attempts, given_up: again === null }, "a mail was not sent");
    if (again === null) mailStore(tx).remove(id);
    else mailStore(tx).change(id, { attempts, dueAt: again });
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
