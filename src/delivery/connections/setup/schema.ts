import { type Static, Type } from "@sinclair/typebox";
import { saying } from "../../../infra/http/kinds.ts";
import {
  Environment,
  GrowingWords,
  Id,
  Name,
  Named,
  Nullable,
  Page,
  Text,
  Tidied,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { capabilities, proofs } from "../../carriers/carrier.ts";
import { circuitStates } from "../../carriers/circuit.ts";
import { ServiceSchema } from "../../carriers/schema.ts";
import { failedWebhooksMax } from "../carrier-webhooks/inbox.ts";
import { MarginInput, MarginSchema } from "./margin-schema.ts";

const nameExamples = { examples: ["City Riders"] };
const codeExamples = { examples: ["city_riders"] };
const Kind = Type.String({ description: "How Waybill reaches the carrier.", examples: ["http"] });
const Capabilities = Type.Array(GrowingWords(capabilities), {
  description: "What the carrier can do besides quoting and booking.",
  examples: [["update", "cancel"]],
});
const Proves = Type.Array(GrowingWords(proofs), {
  description: "Requirements that the carrier can meet.",
  examples: [["signature", "photo"]],
});

const Code = saying(
  Type.String({
    pattern: "^[a-z][a-z0-9_]{0,39}$",
    description: "Unique among the owner's carriers: lower-case letters, digits and underscores.",
    ...codeExamples,
  }),
  {
    code: "format",
    detail: "must be 1 to 40 lower-case letters, digits and underscores, and begin with a letter",
  },
);
/** An object whose members its description names. */
const Open = (options: object) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, ...options }));
const Settings = Open({
  description: "By the kind's `settings_schema`.",
  examples: [{ base_url: "https://carrier.example.com/waybill" }],
});
const Accounts = Nullable(Type.Array(Id("acct"), { uniqueItems: true, maxItems: 1000 }), {
  description: "The accounts that may use the carrier. Null: all accounts.",
  examples: [null],
});

const create = {
  kind: Text({ minLength: 1, maxLength: 40, description: "The code of a kind.", examples: ["http"] }),
  code: Code,
  name: Tidied(Name(100, nameExamples)),
  settings: Settings,
};
const patch = {
  code: Type.Optional(Code),
  name: Type.Optional(Tidied(Name(100, nameExamples))),
  status: Type.Optional(
    Words(["active", "paused"], {
      description: "A paused carrier is not asked. Its open quotes are withdrawn, and its jobs continue.",
    }),
  ),
  settings: Type.Optional(Settings),
};

export const CreateCarrier = Named("CreateCarrier", create);
const patchExample = { examples: [{ name: "City Riders", status: "paused" }] };
export const PatchCarrier = Named("PatchCarrier", patch, patchExample);
export const CreateOperatorCarrier = Named("CreateOperatorCarrier", {
  ...create,
  accounts: Type.Optional(Accounts),
  margin: Type.Optional(MarginInput),
});
export type CreateCarrier = Static<typeof CreateOperatorCarrier>;
export const PatchOperatorCarrier = Named(
  "PatchOperatorCarrier",
  { ...patch, accounts: Type.Optional(Accounts), margin: Type.Optional(MarginInput) },
  patchExample,
);
export type PatchCarrier = Static<typeof PatchOperatorCarrier>;

export const HandOverCarrier = Named("HandOverCarrier", { accounts: Type.Optional(Accounts) });
export type HandOverCarrier = Static<typeof HandOverCarrier>;

const Count = Type.Integer({ minimum: 0 });
const Health = Named("CarrierHealth", {
  asked: Count,
  answered: Count,
  p95_ms: Nullable(Type.Number({ minimum: 0 }), {
    description: "95 % of its answers took at most this long.",
  }),
  circuit: GrowingWords(circuitStates, {
    description: "While it is open, Waybill does not ask the carrier for quotes.",
  }),
  last_error: Nullable(
    Named("CarrierError", {
      at: Timestamp,
      message: Type.String({ examples: ["The carrier answered with 503."] }),
    }),
  ),
});

export type CarrierHealth = Static<typeof Health>;

const details = {
  id: Id("car"),
  environment: Environment,
  code: Type.String(codeExamples),
  name: Type.String(nameExamples),
  kind: Kind,
  owner: Words(["account", "installation"], { description: "Who set the carrier up." }),
  status: GrowingWords(["active", "paused", "failing"], {
    description: "`failing`: Waybill has not reached an active carrier for an hour.",
  }),
  settings: Nullable(Settings, {
    description:
      'A secret is shown as `{"set": true, "last4": "k9Qw"}`. Null if the carrier is built in or not yours.',
    examples: [
      {
        base_url: "https://carrier.example.com/waybill",
        signing_secret: { set: true, last4: "k9Qw" },
      },
    ],
  }),
  capabilities: Capabilities,
  proves: Proves,
  services: Type.Array(ServiceSchema, {
    description: "Empty if only the carrier's offers name its services.",
  }),
  uses_tokens: Type.Boolean({
    description:
      "Whether the carrier's system reports to Waybill with tokens. False where Waybill asks the carrier for news.",
    examples: [true],
  }),
  receives_hooks: Type.Boolean({
    description: "Whether the carrier sends webhooks to Waybill, and so has a webhook address.",
    examples: [false],
  }),
  failed_hooks: Nullable(Type.Integer({ minimum: 0, maximum: failedWebhooksMax }), {
    description: `How many of the carrier's webhooks could not be applied, counted up to ${failedWebhooksMax}. Null if the carrier is not yours.`,
    examples: [0],
  }),
  health: Nullable(Health, {
    description:
      "Quoting in the last 24 hours, or since the server started. Null if the carrier is not yours.",
  }),
  version: Type.Integer({ minimum: 1 }),
  created_at: Nullable(Timestamp, { description: "Null if the carrier is built in." }),
  updated_at: Nullable(Timestamp),
};
const secret = Nullable(Type.String({ examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] }), {
  description: "The secret that Waybill generated. Only this response shows it. Null if none was generated.",
});

export const CarrierDetails = Named("CarrierDetails", details);
export type CarrierDetails = Static<typeof CarrierDetails>;
export const CarrierWithSecret = Named("CarrierWithSecret", { ...details, secret });
export type CarrierWithSecret = CarrierDetails & { secret: string | null };
const ofOperator = { ...details, accounts: Accounts, margin: MarginSchema };
export const OperatorCarrier = Named("OperatorCarrier", ofOperator);
export type OperatorCarrier = Static<typeof OperatorCarrier>;
export const OperatorCarrierWithSecret = Named("OperatorCarrierWithSecret", { ...ofOperator, secret });

export const CarrierPage = Page(CarrierDetails);
export const OperatorCarrierPage = Page(OperatorCarrier);

const CarrierKindSchema = Named("CarrierKind", {
  code: Type.String({ examples: ["http"] }),
  name: Type.String({ examples: ["Own server"] }),
  summary: Type.String({
    description: "What it connects to, in a sentence.",
    examples: ["A carrier with a server of its own that answers Waybill's carrier protocol."],
  }),
  guide: Nullable(Type.String(), {
    description: "The path of the guide that says how to set it up.",
    examples: ["/docs/guides/connect-your-own-carrier"],
  }),
  capabilities: Capabilities,
  proves: Proves,
  settings_schema: Open({
    description: "JSON Schema of `settings`. Secrets have `writeOnly`.",
    examples: [{ type: "object", properties: { base_url: { type: "string", title: "Base URL" } } }],
  }),
  first_settings: Open({
    description:
      "What a new carrier of an account has where you name nothing. One of the installation has none of it.",
    examples: [{}],
  }),
});
export type CarrierKindView = Static<typeof CarrierKindSchema>;
export const CarrierKinds = Named("CarrierKinds", { data: Type.Array(CarrierKindSchema) });

export const CarrierCheck = Named("CarrierCheck", {
  points: Type.Array(
    Named("CarrierCheckPoint", {
      code: Type.String({ examples: ["reachable"] }),
      passed: Type.Boolean(),
      detail: Type.String({ examples: ["The carrier answered with 1 offer."] }),
      duration_ms: Type.Integer({ minimum: 0 }),
    }),
  ),
});
export type CarrierCheck = Static<typeof CarrierCheck>;

export const CarrierIdentitySchema = Named("OwnCarrier", {
  id: Id("car"),
  environment: Environment,
  code: Type.String(codeExamples),
  name: Type.String(nameExamples),
  kind: Kind,
  status: GrowingWords(["active", "paused"]),
  token: Named("TokenInUse", {
    id: Id("tok"),
    prefix: Type.String({ examples: ["wbc_sandbox_"] }),
    last4: Type.String({ examples: ["q7Pd"] }),
  }),
});
export type CarrierIdentityView = Static<typeof CarrierIdentitySchema>;
