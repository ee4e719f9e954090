import { type Static, Type } from "@sinclair/typebox";
import { Environment, Id, Name, Named, Nullable, Page, Timestamp } from "../../infra/http/schema.ts";
import { graceSecondsMax } from "../model.ts";

const nameExamples = { examples: ["Dispatch server"] };

export const CreateToken = Named("CreateToken", { name: Name(100, nameExamples) });
export type CreateToken = Static<typeof CreateToken>;

export const RotateToken = Type.Optional(
  Named("RotateToken", {
    grace_period_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: graceSecondsMax, default: 0 })),
  }),
);
/** Null if no body was sent. */
export type RotateToken = Static<typeof RotateToken> | null;

const token = {
  id: Id("tok"),
  carrier_id: Id("car"),
  environment: Environment,
  name: Type.String(nameExamples),
  prefix: Type.String({ examples: ["wbc_sandbox_"] }),
  last4: Type.String({ examples: ["q7Pd"] }),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  expires_at: Nullable(Timestamp, {
    description: "End of the grace period after a rotation. Null if the token was not rotated.",
    examples: [null],
  }),
  revoked_at: Nullable(Timestamp, { examples: [null] }),
};

export const TokenSchema = Named("Token", token);
export type TokenView = Static<typeof TokenSchema>;
export const TokenWithSecret = Named("TokenWithSecret", {
  ...token,
  secret: Nullable(
    Type.String({
      description: "Only this response shows it. Null in idempotent replays.",
      examples: ["wbc_sandbox_4Zk9vT2mQx8LrB5nWc7JhD3sFy6Kp11aGq7Pd"],
    }),
  ),
});
export type TokenWithSecretView = Static<typeof TokenWithSecret>;
export const TokenPage = Page(TokenSchema);
