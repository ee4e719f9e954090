import { type Static, Type } from "@sinclair/typebox";
import { CreatedBy } from "../../../access/schema.ts";
import {
  Dictionary,
  Environment,
  GrowingWords,
  Id,
  ListQuery,
  Named,
  Nullable,
  Text,
  TextLike,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { eventPatterns, eventTypes } from "../../events/event.ts";
import { graceSecondsDefault, graceSecondsMax } from "../signing/secret.ts";
import { orderings, perSecondMax } from "./endpoint.ts";
import { delaySecondsMax } from "./faults.ts";
import {
  headerNameLengthMax,
  headerNamePattern,
  headersMax,
  headerValueLengthMax,
  headerValuePattern,
} from "./headers.ts";

const urlLengthMax = 2048;

const urlExamples = ["https://shop.example.com/hooks/waybill"];
const Url = Text({
  minLength: 1,
  maxLength: urlLengthMax,
  format: "uri",
  description:
    "`https`; `http` in the sandbox, and in live for addresses that the operator allows. The host must be public, the port 80, 443 or at least 1024. No user name or password. In the sandbox, and in live on servers with `--ephemeral`, `waybill:inbox` keeps the deliveries for you to [list](/docs/api/listInboxMessages).",
  examples: urlExamples,
});
const Filter = Type.Array(Words([...eventTypes, ...eventPatterns], { title: "EventFilter" }), {
  minItems: 1,
  uniqueItems: true,
  description:
    "Event types or patterns. `shipment.*` means all types that start with `shipment.`, and `*` all types. No pattern includes `tracking.position_updated`.",
  examples: [["shipment.delivered", "shipment.failed"]],
});
const Description = Type.Optional(Nullable(Text({ maxLength: 500 })));

const HeaderName = TextLike(
  headerNamePattern,
  { code: "format", detail: "must be a valid header name" },
  { minLength: 1, maxLength: headerNameLengthMax },
);
const HeaderValue = TextLike(
  headerValuePattern,
  { code: "characters", detail: "must be printable ASCII characters without spaces or tabs at either end" },
  { minLength: 1, maxLength: headerValueLengthMax },
);
const headersDescription =
  "Custom headers that every delivery carries, at most 10. No response shows their values.";
const headersExamples = [{ authorization: "Bearer 0123456789abcdef" }];

const Ordering = Words(orderings, {
  title: "WebhookOrdering",
  description:
    "`none`: unordered, the fastest. `per_shipment`: each event of a shipment waits until the one before is delivered or has failed. Other shipments are not affected.",
  examples: ["none"],
});
const MaxPerSecond = Nullable(Type.Integer({ minimum: 1, maximum: perSecondMax }), {
  description: "The most attempts that start per second. Null for no limit.",
  examples: [null],
});

const Probability = Type.Number({ minimum: 0, maximum: 1, examples: [0.1] });
const faults = {
  duplicate: {
    ...Probability,
    description: "The probability that a delivery is sent twice, with the same `webhook-id`.",
  },
  reorder: {
    ...Probability,
    description: "The probability that a delivery is held for ten seconds, so that later ones overtake it.",
  },
  delay_seconds: Type.Integer({ minimum: 0, maximum: delaySecondsMax, examples: [5] }),
  drop_first_attempt: Type.Boolean({
    description:
      "The first attempt fails with the error `fault` without being sent. The schedule retries it.",
    examples: [true],
  }),
};
const faultsDescription =
  "Fault injection: duplicates, delays and lost attempts, to test your receiver. Sandbox only.";
const FaultsInput = Type.Optional(
  Nullable(
    Named("WebhookFaultsInput", {
      duplicate: Type.Optional(faults.duplicate),
      reorder: Type.Optional(faults.reorder),
      delay_seconds: Type.Optional(faults.delay_seconds),
      drop_first_attempt: Type.Optional(faults.drop_first_attempt),
    }),
    { description: faultsDescription },
  ),
);

export const CreateWebhook = Named("CreateWebhook", {
  url: Url,
  events: Filter,
  description: Description,
  headers: Type.Optional({
    ...Dictionary(HeaderValue, HeaderName, headersMax),
    description: headersDescription,
    examples: headersExamples,
  }),
  ordering: Type.Optional({ ...Ordering, default: "none" }),
  max_per_second: Type.Optional(MaxPerSecond),
  faults: FaultsInput,
});
export type CreateWebhook = Static<typeof CreateWebhook>;

export const PatchWebhook = Named("PatchWebhook", {
  url: Type.Optional(Url),
  events: Type.Optional(Filter),
  description: Description,
  enabled: Type.Optional(Type.Boolean()),
  headers: Type.Optional(
    Nullable(Dictionary(Nullable(HeaderValue), HeaderName, 2 * headersMax), {
      description: `${headersDescription} The others stay; null removes one, or all of them.`,
      examples: headersExamples,
    }),
  ),
  ordering: Type.Optional(Ordering),
  max_per_second: Type.Optional(MaxPerSecond),
  faults: FaultsInput,
});
export type PatchWebhook = Static<typeof PatchWebhook>;

export const RotateSecret = Type.Optional(
  Named("RotateSecret", {
    grace_period_seconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: graceSecondsMax, default: graceSecondsDefault }),
    ),
  }),
);
/** Null: no body was sent. */
export type RotateSecret = Static<typeof RotateSecret> | null;

export const TestWebhook = Type.Optional(
  Named("TestWebhook", {
    type: Type.Optional(Words(eventTypes, { title: "EventType", default: "webhook.test" })),
  }),
);
/** Null: no body was sent. */
export type TestWebhook = Static<typeof TestWebhook> | null;

export const WebhookQuery = ListQuery({
  health: Type.Optional(
    Words(["failing"], {
      description:
        "`failing`: only endpoints with a failed attempt in the last 24 hours, and those disabled because they failed.",
    }),
  ),
});
export type WebhookQuery = Static<typeof WebhookQuery>;

const webhook = {
  id: Id("whe"),
  environment: Environment,
  url: Type.String({ examples: urlExamples }),
  description: Nullable(Type.String({ examples: ["Order system"] })),
  events: Type.Array(Type.String({ examples: ["*"] })),
  enabled: Type.Boolean({ examples: [true] }),
  disabled_reason: Nullable(GrowingWords(["owner", "failures", "gone"]), { examples: [null] }),
  header_names: Type.Array(Type.String({ examples: ["authorization"] }), {
    description: "The names of the custom headers, in lower case.",
  }),
  ordering: Ordering,
  max_per_second: MaxPerSecond,
  faults: Nullable(Named("WebhookFaults", faults), { description: faultsDescription, examples: [null] }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

/** As events have it: they outlive who leaves the account, and name no person. */
export const EventWebhook = Named("EventWebhook", webhook);
export type EventWebhookView = Static<typeof EventWebhook>;

export const WebhookSchema = Named("Webhook", { ...webhook, created_by: CreatedBy });
export type WebhookView = Static<typeof WebhookSchema>;

export const WebhookWithSecret = Named("WebhookWithSecret", {
  ...webhook,
  created_by: CreatedBy,
  secret: Nullable(
    Type.String({
      description: "`whsec_…`, shown in this response only. Null in a replayed one.",
      examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD1QJB8QRrKXk="],
    }),
  ),
});

export const Discarded = Named("Discarded", {
  discarded: Type.Integer({
    minimum: 0,
    description: "The number of deliveries that were waiting.",
    examples: [12],
  }),
});
