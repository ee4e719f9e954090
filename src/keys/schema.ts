import { type Static, Type } from "@sinclair/typebox";
import { Closed, Environment, Named, Nullable, Page, Timestamp, Words } from "../http/schema.ts";
import { graceSecondsMax, scopes } from "./key.ts";

const ScopeList = Type.Array(Words(scopes), { minItems: 1, uniqueItems: true });

export const CreateKey = Named("CreateKey", {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" }),
  environment: Environment,
  scopes: Type.Optional(ScopeList),
  expires_at: Type.Optional(Nullable(Timestamp)),
});
export type CreateKey = Static<typeof CreateKey>;

export const RotateKey = Type.Optional(
  Named("RotateKey", {
    grace_period_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: graceSecondsMax, default: 0 })),
  }),
);
/** Null: no body was sent. */
export type RotateKey = Static<typeof RotateKey> | null;

const key = {
  id: Type.String(),
  name: Type.String(),
  environment: Environment,
  prefix: Type.String(),
  last4: Type.String(),
  scopes: ScopeList,
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  expires_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
};

export const KeySchema = Named("Key", key);
export type KeyView = Static<typeof KeySchema>;
export const KeyWithSecret = Named("KeyWithSecret", {
  ...key,
  secret: Type.String({ description: "Shown in this answer only." }),
});
export const KeyPage = Page(KeySchema);
export const KeyQuery = Closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
});
