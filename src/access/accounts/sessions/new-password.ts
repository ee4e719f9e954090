import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { Actor } from "../../../infra/http/principal.ts";
import { linkStore } from "../mails/mail-store.ts";
import { accountStore } from "../store.ts";
import { endSessions } from "./sessions.ts";

interface NewPassword {
  userId: string;
  passwordHash: string;
  /** The session that stays. */
  keptId?: string;
}

/**
 * Sets the password and ends what somebody who had got in could still use: mailed links, and all sessions but one.
 * @returns how many sessions ended
 */
export function setNewPassword(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { userId, passwordHash, keptId }: NewPassword,
): number {
  accountStore(tx).setPassword(userId, passwordHash);
  linkStore(tx).removeOf(userId);
  return endSessions(deps, tx, actor, userId, keptId);
}
