import type { Db, Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { timeOf } from "../../infra/own-time.ts";
import { stateOf } from "../credential.ts";
import type { KeyView } from "./schema.ts";
import { revoke, toView } from "./service.ts";
import { type KeyRow, keyStore } from "./store.ts";

/** The keys that a person created. They outlive the person's access. */

/** Keys of the account that a person created and that work, newest first. */
export function keysMadeBy(deps: Deps, { accountId, id }: { accountId: string; id: string }): KeyView[] {
  const { db } = deps.stores.accounts;
  return madeBy(deps, db, accountId, id).map((row) => toView(db, row));
}

/** Revokes them. */
export function revokeKeysMadeBy(deps: Deps, tx: Tx, actor: Actor, userId: string): void {
  for (const row of madeBy(deps, tx, actor.accountId, userId)) revoke(deps, tx, actor, row);
}

function madeBy(deps: Deps, db: Db, accountId: string, userId: string): KeyRow[] {
  const rows = keyStore(db).listMadeBy(accountId, userId);
  return rows.filter((row) => stateOf(row, timeOf(deps, row)) === "valid");
}
