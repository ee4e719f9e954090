import type { TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "../errors.ts";
import type { BodyRule } from "./body.ts";

/**
 * Who may call an operation: `platform` needs an API key with the scope (with any, where none is named; with `alsoScope`
 * too; `sandboxOnly` no live one, or only that of a server for tests), or a session of a person who has them and
 * `personScope`, which names its environment, and with `sessionOnly` no key; `session` a person on the
 * dashboard, with the scope where one is named, `evenSuspended` one of a suspended account too, `asOneself` the operator as
 * such also while looking as an account; `operator` the person who runs the installation, on the dashboard; `carrier` a carrier's own
 * server with one of its tokens; `driver` a driver with a connected device or a token, `evenPositionsOnly` also with a
 * token that may only send positions, `tokenInRequest` with one in the query or body, which the route reads; `public` nobody in particular,
 * `evenForeignPages` also from the pages of other sites, `orderForm` whoever has its link, and with `device` and `receipt` one of these too.
 */
export type Access =
  | {
      kind: "platform";
      scope?: string;
      alsoScope?: string;
      personScope?: string;
      sandboxOnly?: true | "or_ephemeral";
      sessionOnly?: true;
    }
  | { kind: "session"; scope?: string; evenSuspended?: true; asOneself?: true }
  | { kind: "operator"; asOneself?: true }
  | { kind: "carrier" }
  | { kind: "driver"; evenPositionsOnly?: true; tokenInRequest?: true }
  | { kind: "public"; evenForeignPages?: true; orderForm?: "link" | "device" | "receipt" };

/** What the response has besides its body. `api/response.ts` adds it, and the document describes it. */
interface ResponseRule {
  /** Path of the created object; `{name}` is a member of the response. */
  location?: string;
  /** Whether it has an ETag, made from its `version`. */
  etag?: true;
  /** The status, where the operation declares several that say that all went well. */
  usualStatus?: number;
  /** Names the file to save it as. */
  file?: true;
  /** While this member of the response is not null, the request is accepted and not done: 202. */
  pending?: string;
  /** Holds a secret: no cache keeps it, and a repeated request does not show it. */
  secret?: true;
  /** Starts or ends a session. */
  cookie?: true;
  /** Media types that the route makes itself, with their schema where they have one. */
  mediaTypes?: Readonly<Record<string, TSchema | null>>;
  /** What a response without a body means, by status. */
  empty?: Readonly<Record<number, string>>;
}

interface OperationDetail {
  operationId: string;
  tags: readonly Tag[];
  summary: string;
  description?: string;
  /** Its own error codes, besides those that its access, query and body bring along. */
  problems?: readonly ErrorCode[];
  answer?: ResponseRule;
  /** Operations that follow this one: their parameters, each from a member of the response. */
  links?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What it declares of its body; the rest is as in `jsonBody` or `noBody`. */
  body?: Partial<BodyRule>;
  /** Repeating it is safe without an `Idempotency-Key`, so it ignores the header and stores no response. */
  isRepeatable?: true;
  /** Must have an `Idempotency-Key`: nobody could tell a retry from a second request. */
  needsIdempotencyKey?: true;
  /** May take longer than the idle timeout, which is off until it responds. */
  isSlow?: true;
  /** The request log keeps no bodies of it: they are of many people, and no erasure would find them. */
  hidesBodies?: true;
  /** A page for people, or an address for other programs: outside the API and its document. */
  page?: true;
}

/** The chapters of the reference, in their order. */
export const tags = {
  Shipments: "What you ship, from where to where, and its state.",
  Schedules: "Standing orders: which shipment is made on which days.",
  Imports: "Lists that you upload, check and confirm: of shipments, contacts or drivers.",
  Contacts: "People and places that you saved, and recent recipients.",
  Quotes: "Carriers' offers for a shipment.",
  Assignments: "Accept a quote, and see which carrier delivers the shipment.",
  "Order forms": "Links by which customers of an account order, and their orders.",
  Carriers: "Set up the carriers that make quotes, and the tokens with which they call Waybill.",
  Drivers: "The drivers of your fleets, their links, devices and tokens.",
  "Carrier API": "What the server of a carrier calls with its token.",
  "Driver API": "What a driver's phone calls with its cookie or a token.",
  Tracking: "Live position, ETA, history and proof of delivery.",
  Attention: "What needs a person, and one stream of all that happens.",
  Charges: "What you owe for deliveries, or what those of your own fleet are worth, and what was taken back.",
  Webhooks: "Your endpoints for events, and the log of deliveries to them.",
  Events: "The log of everything that happened, in order.",
  Sandbox: "Control the simulated driver, faults and the inbox. Sandbox keys only.",
  Usage: "Request counts, limits and the request log.",
  "API keys": "Create, replace and revoke keys. Needs a session.",
  Accounts: "Sign-up, sign-in, sessions and the audit log.",
  People: "Who works in your account: members, roles and invitations. Needs a session.",
  Operator: "Accounts, tiers, carriers, jobs and storage. For the operator of the installation.",
  Reference: "The OpenAPI document.",
  Health: "Liveness and readiness probes.",
} as const;
type Tag = keyof typeof tags;

/** An operation as its route carries it. */
export interface Operation extends OperationDetail {
  access: Access;
}

/** The member of a route's `detail` that holds its operation. */
const operationKey = "operation";

/** Documents an operation and declares who may call it. The server does not start with a route without one. */
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
