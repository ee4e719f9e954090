import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  Id,
  Name,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Timestamp,
} from "../../infra/http/schema.ts";
import { graceSecondsMax } from "../model.ts";
import { Scope } from "../schema.ts";

const nameExamples = { examples: ["Order system"] };
const ScopeList = Type.Array(Scope, { minItems: 1, uniqueItems: true });

export const CreateKey = Named(
  "CreateKey",
  {
    name: Name(100, nameExamples),
    environment: Environment,
    scopes: Type.Optional(ScopeList),
    expires_at: Type.Optional(
      Nullable({
        ...Timestamp,
        description: "Must be in the future.",
        examples: ["2026-02-28T00:00:00.000Z"],
      }),
    ),
  },
  { description: "`sandbox:write` cannot be the only scope of a live key." },
);
export type CreateKey = Static<typeof CreateKey>;

export const RotateKey = Type.Optional(
  Named("RotateKey", {
    grace_period_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: graceSecondsMax, default: 0 })),
  }),
);
/** Null if no body was sent. */
export type RotateKey = Static<typeof RotateKey> | null;

const key = {
  id: Id("key"),
  name: Type.String(nameExamples),
  environment: Environment,
  prefix: Type.String({ examples: ["wb_sandbox_"] }),
  last4: Type.String({ examples: ["q7Pd"] }),
  scopes: ScopeList,
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  expires_at: Nullable(Timestamp, { examples: [null] }),
  revoked_at: Nullable(Timestamp, { examples: [null] }),
};

export const KeySchema = Named("Key", key);
export type KeyView = Static<typeof KeySchema>;
export const KeyWithSecret = Named("KeyWithSecret", {
  ...key,
  secret: Nullable(
    Type.String({
      description: "Only this response shows it. Null in idempotent replays.",
      examples: ["wb_sandbox_4Zk9vT2mQx8LrB5nWc7JhD3sFy6Kp11aGq7Pd"],
    }),
  ),
});
export type KeyWithSecretView = Static<typeof KeyWithSecret>;
export const KeyPage = Page(KeySchema);
export const KeyQuery = PlainListQuery({ environment: Type.Optional(Environment) });
export type KeyQuery = Static<typeof KeyQuery>;
