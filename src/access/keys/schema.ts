import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  Name,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Timestamp,
} from "../../infra/http/schema.ts";
import { CredentialSecret, credentialMembers, Rotation, Scope } from "../schema.ts";

const nameExample = "Order system";
const prefixExample = "wb_sandbox_";
export const ScopeList = Type.Array(Scope, { minItems: 1, uniqueItems: true });

export const CreateKey = Named(
  "CreateKey",
  {
    name: Name(100, { examples: [nameExample] }),
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

export const RotateKey = Rotation("RotateKey");
export type RotateKey = Static<typeof RotateKey> | null;

const key = { ...credentialMembers("key", nameExample, prefixExample), scopes: ScopeList };

export const KeySchema = Named("Key", key);
export type KeyView = Static<typeof KeySchema>;
export const KeyWithSecret = Named("KeyWithSecret", { ...key, secret: CredentialSecret(prefixExample) });
export type KeyWithSecretView = Static<typeof KeyWithSecret>;
export const KeyPage = Page(KeySchema);
export const KeyQuery = PlainListQuery({ environment: Type.Optional(Environment) });
export type KeyQuery = Static<typeof KeyQuery>;
