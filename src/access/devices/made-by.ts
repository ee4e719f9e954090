import { toTimestamp } from "../../infra/clock.ts";
import type { Db, Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { appendAudit } from "../audit/service.ts";
import type { MadeDriverLinkView } from "./schema.ts";
import { deviceStore, type LinkRow } from "./store.ts";

/** The links for drivers that a person created. Devices that they connected are the drivers', and stay. */

/** Links of the account that a person created and that connect devices, newest first. */
export function linksMadeBy(
  deps: Deps,
  { accountId, id }: { accountId: string; id: string },
): MadeDriverLinkView[] {
  return madeBy(deps, deps.stores.accounts.db, accountId, id).map((row) => ({
    driver_id: row.driverId,
    environment: row.environment,
    created_at: toTimestamp(row.createdAt),
    expires_at: toTimestamp(row.expiresAt),
  }));
}

/** Ends them. */
export function endLinksMadeBy(deps: Deps, tx: Tx, actor: Actor, userId: string): void {
  for (const { driverId, environment } of madeBy(deps, tx, actor.accountId, userId)) {
    deviceStore(tx).removeLink(driverId);
    appendAudit(deps, tx, actor, {
      action: "driver.link_ended",
      target: { type: "driver", id: driverId, name: null },
      details: { environment },
    });
  }
}

function madeBy(deps: Deps, db: Db, accountId: string, userId: string): LinkRow[] {
  return deviceStore(db).listLinksMadeBy(accountId, userId, deps.realClock.now());
}
