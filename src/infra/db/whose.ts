import { type SQL, sql } from "drizzle-orm";
import { isInRealTime } from "./due-rows.ts";
import type { Store } from "./store.ts";

/** Whose rows a job takes: an account's, those of all accounts in real time, or, where no account can have a clock, all. */
export type Whose =
  | { readonly kind: "everybody" | "in_real_time" }
  | { readonly kind: "account"; readonly accountId: string };

export function ofAccount(accountId: string): Whose {
  return { kind: "account", accountId };
}

/** The rows of everybody who has no clock of their own. */
export function inRealTime({ hasTestClocks }: Pick<Store, "hasTestClocks">): Whose {
  return { kind: hasTestClocks ? "in_real_time" : "everybody" };
}

/**
 * A statement for each kind, made when it is first used. `account` is SQL over the row; `make` gets the condition that
 * holds for the rows. Use: `find(whose).all({ …, ...whose })`.
 */
export function perWhose<T>(account: string, make: (isTheirs: SQL | undefined) => T): (whose: Whose) => T {
  const made = new Map<Whose["kind"], T>();
  const conditions = {
    everybody: undefined,
    in_real_time: sql.raw(isInRealTime(account)),
    account: sql`${sql.raw(account)} = ${sql.placeholder("accountId")}`,
  };
  return ({ kind }) => {
    const statement = made.get(kind) ?? make(conditions[kind]);
    made.set(kind, statement);
    return statement;
  };
}
