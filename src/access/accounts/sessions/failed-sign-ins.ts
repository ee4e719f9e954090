import type { Deps } from "../../../infra/deps.ts";
import type { RequestOrigin } from "../../../infra/http/principal.ts";
import { recordAuditAtMost } from "../../audit/service.ts";
import type { UserRow } from "../store.ts";

/** Audit entries about wrong passwords per hour and account, so that strangers cannot fill the log. */
const toldPerHourMax = 20;

/**
 * Records a wrong password in the audit log of the user's account. The answer does not wait for it, because a slower
 * answer would reveal that the user exists.
 */
export function recordFailedSignIn(
  deps: Deps,
  { id, accountId, email }: UserRow,
  origin: RequestOrigin,
): void {
  const target = { type: "user", id, name: email } as const;
  const actor = { kind: "stranger", accountId, origin } as const;
  const bound = { about: "", max: toldPerHourMax };
  recordAuditAtMost(deps, actor, { action: "session.refused", target }, bound);
}
