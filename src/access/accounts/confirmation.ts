import type { Deps } from "../../infra/deps.ts";
import { minuteMs } from "../../infra/durations.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import type { Actor, SessionPrincipal } from "../../infra/http/principal.ts";
import { checkPassword } from "./password.ts";
import type { Confirm } from "./schema.ts";
import { accountStore } from "./store.ts";

/**
 * What can lock a person out or give somebody else power asks for the password again, so that a browser left open is
 * not enough for it. A new session counts as confirmed.
 */

export const confirmationMinutes = 15;

/**
 * Commands on the server's machine need no confirmation.
 * @throws AppError `confirmation_required` if the person entered the password too long ago
 */
export function requireConfirmed({ clock }: Deps, actor: Actor): void {
  if (actor.kind !== "session") return;
  // A time in the future was written before the clock was set back.
  const ageMs = Math.abs(clock.now() - actor.confirmedAt);
  if (ageMs > confirmationMinutes * minuteMs) throw new AppError("confirmation_required");
}

/** Confirms the session of the request. @throws AppError `validation_failed`, `sign_in_throttled`, `busy` */
export async function confirm(
  deps: Deps,
  { user: { id }, sessionId, origin }: SessionPrincipal,
  { password }: Confirm,
): Promise<void> {
  const user = accountStore(deps.stores.accounts.db).findUser(id);
  // Counted apart from sign-ins, which anybody can try.
  if (!(await checkPassword(deps, { owner: id }, password, user, origin))) {
    throw invalidField("#/password", "wrong", "is not your current password");
  }
  await deps.stores.accounts.writeFromReserve((tx) => {
    // The password may have changed while the old one was checked.
    if (accountStore(tx).findUser(id)?.passwordHash !== user?.passwordHash) {
      throw invalidField("#/password", "wrong", "is not your current password");
    }
    accountStore(tx).confirmSession(sessionId, deps.clock.now());
  });
}
