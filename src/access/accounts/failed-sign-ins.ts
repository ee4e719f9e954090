import type { Deps } from "../../infra/deps.ts";
import type { RequestOrigin } from "../../infra/http/principal.ts";
import { noteAudit } from "../audit/service.ts";
import type { UserRow } from "./store.ts";

/** Entries an hour about wrong passwords in one account's audit log: strangers must not fill it. */
const toldPerHourMax = 20;

/**
 * Tells the user's account of a wrong password. Nobody waits for it: an answer that took longer would tell which users
 * exist.
 */
export function tellFailedSignIn(deps: Deps, { id, accountId, email }: UserRow, origin: RequestOrigin): void {
  const target = { type: "user", id, name: email } as const;
  const actor = { kind: "stranger", accountId, origin } as const;
  const bound = { about: "", max: toldPerHourMax };
  noteAudit(deps, actor, { action: "session.refused", target }, bound);
}
