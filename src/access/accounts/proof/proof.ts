import type { Db, Sync, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { RequestOrigin } from "../../../infra/http/principal.ts";
import { accountStore, type UserRow } from "../store.ts";
import { inAttempt, verifyPassword } from "./password.ts";
import { secondFactorStore } from "./second-factor-store.ts";
import { consumeCode, findCode } from "./sign-in-code.ts";
import type { Attempt, Outcome } from "./throttle.ts";

/** How people prove who they are: with the password and, where they set one up, the second factor. */

export interface Secrets {
  password: string;
  /** Of the second factor. */
  code?: string | undefined;
}

/** What was wrong with it. A missing or wrong code is told only to somebody who knows the password. */
export type Refusal = "password" | "code_missing" | "code";

type Proof<T> = { outcome: Outcome } & ({ refusal: Refusal } | { refusal?: undefined; value: T });

const outcomes = {
  password: "wrong",
  code: "wrong",
  // Nothing was guessed, and nothing is forgiven.
  code_missing: "unchecked",
} as const satisfies Record<Refusal, Outcome>;

const refused = (refusal: Refusal) => ({ outcome: outcomes[refusal], refusal });

/**
 * Runs `then` in the transaction that uses up the code, so that neither happens alone and a code counts once. Takes the
 * same time for unknown users as for a wrong password.
 * @throws AppError `sign_in_throttled`, `busy`, and those of `then`
 */
export function prove<T>(
  deps: Deps,
  attempt: Attempt,
  user: UserRow | undefined,
  { password, code }: Secrets,
  origin: RequestOrigin,
  then: (tx: Tx, user: UserRow) => Sync<T>,
): Promise<Proof<T>> {
  const { accounts } = deps.stores;
  return inAttempt(deps, attempt, async (): Promise<Proof<T>> => {
    const isRight = await verifyPassword(password, user?.passwordHash, origin);
    if (!isRight || user === undefined) return refused("password");
    const factor = activeFactor(accounts.db, user.id);
    if (factor && code === undefined) return refused("code_missing");
    const found = factor && code !== undefined ? await findCode(deps, factor, code) : undefined;
    if (factor && !found) return refused("code");
    // The operator may have to sign in to free a full disk.
    return accounts.writeFromReserve((tx): Proof<T> => {
      // The password or the second factor may have changed while the old ones were checked.
      const current = accountStore(tx).findUser(user.id);
      if (current?.passwordHash !== user.passwordHash) return refused("password");
      if (activeFactor(tx, user.id)?.activeAt !== factor?.activeAt) return refused("code_missing");
      if (found && !consumeCode(tx, user.id, found)) return refused("code");
      return { outcome: "right", value: then(tx, current) };
    });
  });
}

/** The second factor that signing in asks for. */
function activeFactor(db: Db, userId: string) {
  const factor = secondFactorStore(db).find(userId);
  return factor && factor.activeAt !== null ? factor : undefined;
}
