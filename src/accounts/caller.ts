import type { Environment } from "../environment.ts";

/** Whose resources a request may touch, and how it showed that. */
export interface Caller {
  readonly accountId: string;
  readonly environment: Environment;
  readonly via:
    | { readonly kind: "key"; readonly id: string; readonly scopes: readonly string[] }
    | { readonly kind: "session"; readonly id: string };
}

/** A person signed in on the dashboard. */
export interface SignedIn {
  readonly sessionId: string;
  readonly userId: string;
  readonly accountId: string;
}
