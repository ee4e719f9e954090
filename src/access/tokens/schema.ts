import type { Static } from "@sinclair/typebox";
import { Id, Name, Named, Nullable, Page, Timestamp } from "../../infra/http/schema.ts";
import { CredentialSecret, credentialMembers, Rotation } from "../schema.ts";

const nameExample = "Dispatch server";
const prefixExample = "wbc_sandbox_";

export const CreateToken = Named("CreateToken", { name: Name(100, { examples: [nameExample] }) });
export type CreateToken = Static<typeof CreateToken>;

export const RotateToken = Rotation("RotateToken");
export type RotateToken = Static<typeof RotateToken> | null;

const token = {
  ...credentialMembers("tok", nameExample, prefixExample),
  carrier_id: Id("car"),
  expires_at: Nullable(Timestamp, {
    description: "End of the grace period after a rotation. Null if the token was not rotated.",
    examples: [null],
  }),
};

export const TokenSchema = Named("Token", token);
export type TokenView = Static<typeof TokenSchema>;
export const TokenWithSecret = Named("TokenWithSecret", {
  ...token,
  secret: CredentialSecret(prefixExample),
});
export type TokenWithSecretView = Static<typeof TokenWithSecret>;
export const TokenPage = Page(TokenSchema);
