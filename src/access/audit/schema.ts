import { type Static, Type } from "@sinclair/typebox";
import {
  createdFilters,
  Environment,
  GrowingWords,
  Id,
  Money,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  sortBy,
  Text,
  Timestamp,
  WordList,
} from "../../infra/http/schema.ts";
import { graceSecondsMax } from "../model.ts";
import { LimitsSchema, Role, Scope } from "../schema.ts";
import { auditActions, auditTargets } from "./audit.ts";

/** Entries from before the storage limit lack `storage_bytes`. */
const AuditedLimits = Named("AuditedLimits", {
  ...LimitsSchema.properties,
  storage_bytes: Type.Optional(LimitsSchema.properties.storage_bytes),
});

const Details = Named(
  "AuditDetails",
  {
    environment: Type.Optional(Environment),
    scopes: Type.Optional(Type.Array(Scope)),
    expires_at: Type.Optional(Nullable(Timestamp)),
    role: Type.Optional(Role),
    previous_role: Type.Optional(Role),
    tier: Type.Optional(Type.String({ examples: ["growth"] })),
    previous_tier: Type.Optional(Type.String({ examples: ["free"] })),
    limits: Type.Optional(AuditedLimits),
    previous_limits: Type.Optional(AuditedLimits),
    price: Type.Optional(Nullable(Money)),
    previous_price: Type.Optional(Nullable(Money)),
    grace_period_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: graceSecondsMax })),
    replaced_by: Type.Optional(
      Type.String({
        description: "The id of the key or token that replaced this one.",
        examples: ["key_01kq3zj5m2e4x8r7w6v5t4s3q1"],
      }),
    ),
    carrier_id: Type.Optional(Id("car")),
    reported: Type.Optional(
      Type.Array(Type.String(), {
        description: "What somebody reported of a fleet's job by hand.",
        examples: [["picked_up", "delivered"]],
      }),
    ),
    driver_id: Type.Optional(Id("drv")),
    changed: Type.Optional(
      Type.Array(Type.String(), {
        description: "Names of the changed fields of a webhook endpoint, carrier or driver, without values.",
        examples: [["url", "headers"]],
      }),
    ),
  },
  { description: "Further details. The members depend on the action." },
);

export const AuditEntrySchema = Named(
  "AuditEntry",
  {
    id: Id("aud"),
    at: Timestamp,
    action: GrowingWords(auditActions),
    actor: Named(
      "AuditActor",
      {
        kind: GrowingWords(["user", "key", "operator", "driver", "unknown"]),
        user_id: Nullable(Id("usr")),
        email: Nullable(Type.String({ description: "Its value at the time of the entry." })),
        key: Nullable(
          Named(
            "AuditKey",
            { id: Id("key"), prefix: Type.String(), last4: Type.String() },
            { examples: [{ id: "key_01kq3zj5m2e4x8r7w6v5t4s3q1", prefix: "wb_live_", last4: "x7Qe" }] },
          ),
          { description: "The API key that acted, if any." },
        ),
      },
      {
        description:
          "Who acted: a user of the account, one of its API keys, the operator (not named), a driver with a device " +
          "(`details` names both), or an unknown person whose sign-in failed (`session.refused`, at most 20 an hour).",
      },
    ),
    target: Named("AuditTarget", {
      type: GrowingWords(auditTargets),
      id: Type.String(),
      name: Nullable(
        Type.String({
          description:
            "Its name at the time of the entry. For a webhook endpoint, the host of its URL; for a shipment, its tracking number.",
        }),
      ),
    }),
    address: Nullable(Type.String({ description: "The client's IP address. Null for the operator." })),
    /** `X-Request-Id` of the response. */
    request_id: Nullable(Id("req")),
    details: Details,
  },
  {
    examples: [
      {
        id: "aud_01kq3zj5m2e4x8r7w6v5t4s3q2",
        at: "2026-01-31T09:30:00.000Z",
        action: "key.issued",
        actor: {
          kind: "user",
          user_id: "usr_01kq3zj5m1f9a8b7c6d5e4f3g2",
          email: "alex@example.com",
          key: null,
        },
        target: { type: "key", id: "key_01kq3zj5m2e4x8r7w6v5t4s3q1", name: "Shop" },
        address: "198.51.100.7",
        request_id: "req_01kq3zj5m0h9j8k7m6n5p4q3r2",
        details: { environment: "sandbox", scopes: ["shipments:read"], expires_at: null },
      },
    ],
  },
);
export type AuditEntryView = Static<typeof AuditEntrySchema>;
export const AuditPage = Page(AuditEntrySchema);

export const AuditQuery = PlainListQuery({
  action: Type.Optional(WordList(auditActions, "One or more actions, separated by commas.")),
  target_id: Type.Optional(Text({ minLength: 1, maxLength: 40 })),
  ...createdFilters,
  sort: sortBy("AuditOrder", "`newest` first or `oldest` first."),
});
export type AuditQuery = Static<typeof AuditQuery>;
