import { type Static, Type } from "@sinclair/typebox";
import { keyPrefixes } from "../../../access/keys/key.ts";
import { ScopeList } from "../../../access/keys/schema.ts";
import {
  Id,
  Name,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Text,
  Timestamp,
} from "../../../infra/http/schema.ts";
import { RetentionDays } from "../../privacy/account/schema.ts";

const nameExample = "checkout.test.ts";
const seedMax = 100;

export const CreateStage = Type.Optional(
  Named(
    "CreateStage",
    {
      name: Type.Optional(Name(100, { description: "The account's name. Default: `Stage`." })),
      seed: Type.Optional(
        Text({
          minLength: 1,
          maxLength: seedMax,
          description:
            "The same seed gives the stage the same account id, keys and, in its sandbox, ids and secrets in every run, whatever others do. With `--seed` they derive from both. Request ids stay the instance's.",
        }),
      ),
      retention_days: Type.Optional(
        Nullable(RetentionDays, {
          description:
            "Days after a shipment's end until Waybill erases its personal data, so that a test can move the clock past them. Null: the installation's number.",
        }),
      ),
      scopes: Type.Optional({
        ...ScopeList,
        description: "What both keys may do. Default: everything.",
        examples: [["shipments:read", "sandbox:write"]],
      }),
      key_expires_at: Type.Optional(
        Nullable(Timestamp, {
          description:
            "When both keys end, each by its environment's time. Must be in the future. Null: they do not end.",
          examples: ["2036-02-28T00:00:00.000Z"],
        }),
      ),
    },
    { examples: [{ name: nameExample, seed: "checkout" }] },
  ),
);
/** Null: no body was sent. */
export type CreateStage = Static<typeof CreateStage> | null;

const stage = {
  account_id: { ...Id("acct"), description: "The stage's own account." },
  name: Type.String({ examples: [nameExample] }),
  seed: Nullable(Type.String(), { examples: ["checkout"] }),
  created_at: Timestamp,
};

const key = (prefix: string) => Type.String({ examples: [`${prefix}4Zk9vT2mQx8LrB5nWc7JhD3sFy6Kp11aGq7Pd`] });

const StageSchema = Named("Stage", stage);
export type StageView = Static<typeof StageSchema>;
export const StageWithKeys = Named("StageWithKeys", {
  ...stage,
  keys: Named(
    "StageKeys",
    { sandbox: key(keyPrefixes.sandbox), live: key(keyPrefixes.live) },
    {
      description:
        "API keys of the stage's account, with all scopes unless you named some. Only this response shows them.",
    },
  ),
});
export type StageWithKeysView = Static<typeof StageWithKeys>;
export const StagePage = Page(StageSchema);
export const StageQuery = PlainListQuery({});
export type StageQuery = Static<typeof StageQuery>;
