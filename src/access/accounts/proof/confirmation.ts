import type { Deps } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import type { Actor, SessionPrincipal } from "../../../infra/http/principal.ts";
import { minuteMs } from "../../../infra/units.ts";
import type { Confirm } from "../schema.ts";
import { accountStore } from "../store.ts";
import { prove, type Refusal } from "./proof.ts";

/**
 * What can lock a person out or give somebody else power asks for the password again, so that a browser left open is
 * not enough for it. A new session counts as confirmed.
 */

export const confirmationMinutes = 15;

/**
 * Commands on the server's machine need no confirmation.
 * @throws AppError `confirmation_required` if the person entered the password too long ago
 */
export function requireConfirmed({ realClock }: Deps, actor: Actor): void {
  if (actor.kind !== "session") return;
  // A time in the future was written before the clock was set back.
  const ageMs = Math.abs(realClock.now() - actor.confirmedAt);
  if (ageMs > confirmationMinutes * minuteMs) throw new AppError("confirmation_required");
}

const wrongSecrets = {
  password: ["#/password", "wrong", "is not your current password"],
  code_missing: ["#/code", "required", "is required: enter a code of your second factor"],
  code: ["#/code", "wrong", "is wrong, too old or was used already"],
} as const satisfies Record<Refusal, readonly [string, string, string]>;

/** Confirms the session of the request. @throws AppError `validation_failed`, `sign_in_throttled`, `busy` */
export async function confirm(deps: Deps, signedIn: SessionPrincipal, input: Confirm): Promise<void> {
  const user = accountStore(deps.stores.accounts.db).findUser(signedIn.user.id);
  // Counted apart from sign-ins, which anybody can try.
  const attempt = { owner: signedIn.user.id };
  const { refusal } = await prove(deps, attempt, user, input, signedIn.origin, (tx) =>
    accountStore(tx).confirmSession(signedIn.sessionId, deps.realClock.now()),
  );
  if (refusal === undefined) return;
  const [pointer, code, detail] = wrongSecrets[refusal];
  throw invalidField(pointer, code, detail);
}
