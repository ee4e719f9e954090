import { isSessionValid } from "../access/accounts/sessions/sessions.ts";
import { isKeyValid } from "../access/keys/service.ts";
import { onKeysChange } from "../access/keys/validity.ts";
import type { Deps } from "../infra/deps.ts";
import type { Caller, LinkPrincipal } from "../infra/http/principal.ts";

/** Who has a stream open, or waits for something. */
export type Reader = Caller | LinkPrincipal;

/** Calls `listener` when the reader's credential may have ended. Returns how to stop. */
export function onCredentialChange(deps: Deps, reader: Reader, listener: () => void): () => void {
  switch (reader.kind) {
    case "key":
      return onKeysChange(deps, reader.accountId, listener);
    case "session":
      return deps.stores.accounts.onSynced(listener);
    case "sandbox":
    case "schedule":
    case "link":
      return () => {};
  }
}

/** Whether the credential that opened the stream, or waits for something, is still valid. */
export function isStillValid(deps: Deps, reader: Reader): boolean {
  switch (reader.kind) {
    case "key":
      return isKeyValid(deps, reader.key.id);
    case "session":
      return isSessionValid(deps, reader);
    case "sandbox":
    case "schedule":
    case "link":
      return true;
  }
}
