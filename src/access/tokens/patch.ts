import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { timeOf } from "../../infra/own-time.ts";
import { appendAudit } from "../audit/service.ts";
import { stateOf } from "../credential.ts";
import type { PatchDriverToken, TokenView } from "./schema.ts";
import { detailsOf, type FindOwner, requireToken, targetOf, toView } from "./service.ts";
import { tokenStore } from "./store.ts";
import { refuseUntimed } from "./token.ts";

/** Changes a token while its sender goes on with it. */

/** Takes effect on the next request. @throws AppError `not_found`, `key_revoked`, `validation_failed` */
export function patchToken(
  deps: Deps,
  actor: Actor,
  findOwner: FindOwner,
  id: string,
  { time_source: timeSource }: PatchDriverToken,
): Promise<TokenView> {
  return deps.stores.accounts.write((tx) => {
    const row = requireToken(tx, findOwner(), id);
    if (timeSource === undefined || timeSource === row.timeSource) return toView(tx, row);
    refuseUntimed(row.kind, timeSource);
    if (stateOf(row, timeOf(deps, row)) !== "valid") {
      throw new AppError("key_revoked", { detail: "Create a new token. Only a valid token can be changed." });
    }
    tokenStore(tx).update(id, { timeSource });
    appendAudit(deps, tx, actor, {
      action: "token.changed",
      target: targetOf(row),
      details: { ...detailsOf(row), changed: ["time_source"] },
    });
    return toView(tx, { ...row, timeSource });
  });
}
