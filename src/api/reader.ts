import { isSessionValid } from "../access/accounts/sessions/sessions.ts";
import { isDeviceValid } from "../access/devices/service.ts";
import { isKeyValid } from "../access/keys/service.ts";
import { onKeysChange } from "../access/keys/validity.ts";
import { isTokenValid } from "../access/tokens/authentication.ts";
import type { Deps } from "../infra/deps.ts";
import type { Caller, DriverPrincipal, LinkPrincipal } from "../infra/http/principal.ts";

/** Who has a stream open, or waits for something. */
export type Reader = Caller | LinkPrincipal | DriverPrincipal;

/** Calls `listener` when the reader's credential may have ended. Returns how to stop. */
export function onCredentialChange(deps: Deps, reader: Reader, listener: () => void): () => void {
  switch (reader.kind) {
    case "key":
      return onKeysChange(deps, reader.accountId, listener);
    case "session":
    case "driver":
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
    case "driver": {
      const { by } = reader;
      return by.kind === "device" ? isDeviceValid(deps, by.id) : isTokenValid(deps, by.token.id);
    }
    case "sandbox":
    case "schedule":
    case "link":
      return true;
  }
}
