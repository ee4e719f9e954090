import type { Scope } from "../keys/key.ts";

/**
 * Who may call an operation: `platform` needs an API key with the scope, or a session that names its
 * environment; `session` a person on the dashboard; `public` nobody in particular.
 */
export type Access =
  | { kind: "platform"; scope: Scope; sandboxOnly?: true }
  | { kind: "session" }
  | { kind: "public" };

const security = {
  platform: [{ api_key: [] }, { bearer: [] }, { session: [] }],
  session: [{ session: [] }],
  public: [],
} as const satisfies Record<Access["kind"], readonly Record<string, string[]>[]>;

/** Where the gate finds the access of a route, among its documentation. */
export const accessKey = "x-access";

/** Documents an operation and says who may call it; a route without one does not start. */
export function operation(
  access: Access,
  detail: { operationId: string; tags: string[]; summary: string; description?: string },
) {
  return { ...detail, security: security[access.kind].map((entry) => ({ ...entry })), [accessKey]: access };
}

export function platform(scope: Scope): Access {
  return { kind: "platform", scope };
}
