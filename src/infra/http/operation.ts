import type { TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "../errors.ts";
import type { BodyRule } from "./body.ts";

/**
 * Who may call an operation: `platform` needs an API key with the scope (with any, where none is named), or a
 * session that names its environment; `session` a person on the dashboard, `evenSuspended` one of a suspended account
 * too; `operator` the person who runs the installation, on the dashboard; `public` nobody in particular.
 */
export type Access =
  | { kind: "platform"; scope?: string; sandboxOnly?: true }
  | { kind: "session"; evenSuspended?: true }
  | { kind: "operator" }
  | { kind: "public" };

/** What the answer has beside its body; `answer.ts` makes it so, and the reference tells it. */
interface AnswerRule {
  /** Path of what was made; `{name}` is a member of the answer. */
  location?: string;
  /** Validator made from the answer's `version`. */
  etag?: true;
  /** Holds a secret: kept by no cache, and shown by no repetition. */
  secret?: true;
  /** Begins or ends a session. */
  cookie?: true;
  /** Media types that the route makes itself, with the shape of those that have one. */
  mediaTypes?: Readonly<Record<string, TSchema | null>>;
  /** What an answer without a body says, by status. */
  empty?: Readonly<Record<number, string>>;
}

interface OperationDetail {
  operationId: string;
  tags: readonly Tag[];
  summary: string;
  description?: string;
  /** What it can be refused with, besides what its access, query and body bring with them. */
  problems?: readonly ErrorCode[];
  answer?: AnswerRule;
  /** Operations that go on with what this one answers: their parameters, each from a member of the answer. */
  links?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What its body may be, where that differs from other operations'. */
  body?: Partial<BodyRule>;
  /** May take longer to answer than a connection may be silent: its answer is waited for without limit. */
  isSlow?: true;
  /** A page for people: not part of the API, and not in its document. */
  page?: true;
}

/** The chapters of the reference, in their order. */
export const tags = {
  Shipments: "What you ship, from where to where, and its state.",
  Quotes: "Carriers' offers for a shipment.",
  Assignments: "Accept a quote, and see which carrier delivers the shipment.",
  Tracking: "Live position, ETA, history and proof of delivery.",
  Webhooks: "Your endpoints for events, and the log of deliveries to them.",
  Events: "The log of everything that happened, in order.",
  Sandbox: "Control the simulated driver and reset the sandbox. Sandbox keys only.",
  Usage: "Request counts, limits and the request log.",
  "API keys": "Create, replace and revoke keys. Needs a session.",
  Accounts: "Sign-up, sign-in, sessions and the audit log.",
  Operator: "Accounts, tiers, carriers, jobs and storage. For the operator of the installation.",
  Reference: "The OpenAPI document.",
  Health: "Liveness and readiness probes.",
} as const;
type Tag = keyof typeof tags;

/** An operation as the route carries it, among its documentation. */
export interface Operation extends OperationDetail {
  access: Access;
}

/** Where a route keeps its operation. */
const operationKey = "operation";

/** Documents an operation and says who may call it; a route without one does not start. */
export function operation(access: Access, detail: OperationDetail) {
  return { operationId: detail.operationId, [operationKey]: { ...detail, access } satisfies Operation };
}

/** The operation of a route. @throws Error for a route that has none */
export function operationOf(route: { method: string; path: string; hooks?: unknown }): Operation {
  const { detail } = (route.hooks ?? {}) as { detail?: { [operationKey]?: Operation } };
  const found = detail?.[operationKey];
  if (!found) throw new Error(`${route.method} ${route.path} does not say who may call it`);
  return found;
}
