import { type Static, Type } from "@sinclair/typebox";
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
import { eventTypes } from "../../events/event.ts";
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
    "`https`, or in the sandbox `http` too. No user name; port 80, 443 or from 1024; a name or an address that is public.",
  examples: urlExamples,
});
const Filter = Type.Array(Words([...eventTypes, "*"], { title: "EventFilter" }), {
  minItems: 1,
  uniqueItems: true,
  description: "Event types; `*` stands for all but `tracking.position_updated`.",
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
  "Headers that every delivery carries besides, at most 10. No answer shows their values.";
const headersExamples = [{ authorization: "Bearer 0123456789abcdef" }];

const Ordering = Words(orderings, {
  title: "WebhookOrdering",
  description:
    "`per_shipment`: a shipment's next event waits until the one before was delivered or given up; other shipments go on.",
  examples: ["none"],
});
const MaxPerSecond = Nullable(Type.Integer({ minimum: 1, maximum: perSecondMax }), {
  description: "At most so many attempts begin in a second; null for no such limit.",
  examples: [null],
});

const Chance = Type.Number({ minimum: 0, maximum: 1, examples: [0.1] });
const faults = {
  duplicate: { ...Chance, description: "How likely a delivery is made twice, with the same `webhook-id`." },
  reorder: {
    ...Chance,
    description: "How likely a delivery is held for ten seconds, so that later ones overtake it.",
  },
  delay_seconds: Type.Integer({ minimum: 0, maximum: delaySecondsMax, examples: [5] }),
  drop_first_attempt: Type.Boolean({
    description:
      "The first attempt fails without being sent, with the error `fault`, and is repeated by the schedule.",
    examples: [true],
  }),
};
const faultsDescription = "Faults on purpose, to try a receiver with; sandbox only.";
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
        "`failing`: only endpoints that failed an attempt in the last 24 hours, or were disabled because they failed.",
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
    description: "Of the headers of your own, in small letters.",
  }),
  ordering: Ordering,
  max_per_second: MaxPerSecond,
  faults: Nullable(Named("WebhookFaults", faults), { description: faultsDescription, examples: [null] }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const WebhookSchema = Named("Webhook", webhook);
export type WebhookView = Static<typeof WebhookSchema>;

export const WebhookWithSecret = Named("WebhookWithSecret", {
  ...webhook,
  secret: Nullable(
    Type.String({
      description: "`whsec_…`, shown in this answer only; null in a repeated one.",
      examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD1QJB8QRrKXk="],
    }),
  ),
});

export const Discarded = Named("Discarded", {
  discarded: Type.Integer({ minimum: 0, description: "How many deliveries waited.", examples: [12] }),
});
