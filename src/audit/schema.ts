import { type Static, Type } from "@sinclair/typebox";
import { Closed, Environment, Nullable, Page, Timestamp, WordList, Words } from "../http/schema.ts";
import { graceSecondsMax, scopes } from "../keys/key.ts";
import { auditActions, auditTargets } from "./audit.ts";

const Details = Closed(
  {
    environment: Type.Optional(Environment),
    scopes: Type.Optional(Type.Array(Words(scopes))),
    expires_at: Type.Optional(Nullable(Timestamp)),
    grace_period_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: graceSecondsMax })),
    replaced_by: Type.Optional(Type.String({ description: "The key that came in this one's place." })),
  },
  { description: "What else there is to say; which members are there depends on the action." },
);

export const AuditEntrySchema = Closed(
  {
    id: Type.String(),
    at: Timestamp,
    action: Words(auditActions),
    actor: Closed(
      {
        kind: Words(["user", "command"]),
        user_id: Nullable(Type.String()),
        email: Nullable(Type.String({ description: "As it was then." })),
      },
      { description: "A person, or a command on the server's own machine." },
    ),
    target: Closed({
      type: Words(auditTargets),
      id: Type.String(),
      name: Nullable(Type.String({ description: "As it was then." })),
    }),
    address: Nullable(Type.String({ description: "The client's address; null for a command." })),
    request_id: Nullable(Type.String({ description: "`X-Request-Id` of the answer; null for a command." })),
    details: Details,
  },
  {
    title: "AuditEntry",
    examples: [
      {
        id: "aud_01kq3zj5m2e4x8r7w6v5t4s3q2",
        at: "2026-01-31T09:30:00.000Z",
        action: "key.issued",
        actor: { kind: "user", user_id: "usr_01kq3zj5m1f9a8b7c6d5e4f3g2", email: "alex@example.com" },
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

export const AuditQuery = Closed({
  action: Type.Optional(WordList(auditActions, "One action or several, separated by commas.")),
  target_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
});
export type AuditQuery = Static<typeof AuditQuery>;
