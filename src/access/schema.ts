import { type Static, Type } from "@sinclair/typebox";
import { Environment, GrowingWords, Id, Named, Nullable, Timestamp, Words } from "../infra/http/schema.ts";
import type { IdPrefix } from "../infra/ids.ts";
import { graceSecondsMax, personScopes, scopes } from "./model.ts";
import { roles } from "./roles.ts";

/** Shapes that the features of this layer share. */

export const Scope = Words(scopes, { title: "Scope" });

/** Growing: what people may do gets new words. */
export const AnyScope = GrowingWords([...scopes, ...personScopes]);

export const Role = Words(roles, {
  title: "Role",
  description:
    "`owner` may do everything. `developer` cannot change people or the account. `dispatcher` works with shipments and drivers. `viewer` only reads, but no PIN and no export.",
});

/** The body that replaces a key or a token; null if none was sent. */
export function Rotation(title: string) {
  return Type.Optional(
    Named(title, {
      grace_period_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: graceSecondsMax, default: 0 })),
    }),
  );
}

const Maker = Named("Maker", {
  kind: GrowingWords(["user", "key"]),
  id: Type.String({ examples: ["usr_01m7x5rdwme1ct34p92xd7wpnk"] }),
  name: Nullable(Type.String(), {
    description: "The person's email address or the key's name. Null once the person has left the account.",
    examples: ["alex@example.com"],
  }),
});
export type MakerView = Static<typeof Maker>;

export const CreatedBy = Nullable(Maker, {
  description: "Who created it. Null for a command on the server's machine, and where nobody knows.",
});

/** What keys and tokens show of themselves. @param prefix of their text, as an example */
export function credentialMembers(id: IdPrefix, name: string, prefix: string) {
  return {
    id: Id(id),
    name: Type.String({ examples: [name] }),
    environment: Environment,
    prefix: Type.String({ examples: [prefix] }),
    last4: Type.String({ examples: ["q7Pd"] }),
    created_at: Timestamp,
    created_by: CreatedBy,
    last_used_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp, { examples: [null] }),
    revoked_at: Nullable(Timestamp, { examples: [null] }),
  };
}

/** The text of a new key or token. */
export function CredentialSecret(prefix: string) {
  return Nullable(
    Type.String({
      description: "Only this response shows it. Null in idempotent replays.",
      examples: [`${prefix}4Zk9vT2mQx8LrB5nWc7JhD3sFy6Kp11aGq7Pd`],
    }),
  );
}

/** An account's limits in each of its environments. */
export const LimitsSchema = Named(
  "Limits",
  {
    requests_per_second: Type.Integer({ minimum: 1 }),
    burst: Type.Integer({ minimum: 1, description: "Maximum burst of requests." }),
    requests_per_day: Type.Integer({ minimum: 1, description: "Maximum requests per UTC day." }),
    storage_bytes: Type.Integer({
      minimum: 1,
      description:
        "Maximum stored bytes. Above it, new shipments, changes and webhook endpoints are refused with `storage_quota_exceeded`.",
    }),
  },
  {
    examples: [
      { requests_per_second: 10, burst: 20, requests_per_day: 10_000, storage_bytes: 1_000_000_000 },
    ],
  },
);
export type LimitsView = Static<typeof LimitsSchema>;

/** What a tier's rate allows besides requests. */
export const BudgetSchema = Named(
  "Budget",
  {
    response_bytes_per_second: Type.Integer({
      minimum: 1,
      description: "Bytes of responses to keys, in each environment.",
    }),
    response_bytes_burst: Type.Integer({ minimum: 1 }),
    work_per_second: Type.Integer({
      minimum: 1,
      description:
        "Work of all tokens, devices and webhook addresses, both environments together: a report is a tenth, and a MiB of a picture or response ten. One of them has half of it.",
    }),
    work_burst: Type.Integer({ minimum: 1 }),
    streams: Type.Integer({ minimum: 1, description: "Open streams, in each environment." }),
  },
  {
    examples: [
      {
        response_bytes_per_second: 1_048_576,
        response_bytes_burst: 33_554_432,
        work_per_second: 20,
        work_burst: 1_200,
        streams: 20,
      },
    ],
  },
);
export type BudgetView = Static<typeof BudgetSchema>;
