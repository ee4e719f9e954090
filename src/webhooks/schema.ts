import { type Static, Type } from "@sinclair/typebox";
import { eventTypes } from "../events/event.ts";
import { Environment, Id, Named, Nullable, Text, Timestamp, Words } from "../http/schema.ts";
import { graceSecondsDefault, graceSecondsMax } from "./webhook.ts";

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
const Filter = Type.Array(Words([...eventTypes, "*"]), {
  minItems: 1,
  uniqueItems: true,
  description: "Event types; `*` stands for all but `tracking.position_updated`.",
  examples: [["shipment.delivered", "shipment.failed"]],
});
const Description = Type.Optional(Nullable(Text({ maxLength: 500 })));

export const CreateWebhook = Named("CreateWebhook", { url: Url, events: Filter, description: Description });
export type CreateWebhook = Static<typeof CreateWebhook>;

export const PatchWebhook = Named("PatchWebhook", {
  url: Type.Optional(Url),
  events: Type.Optional(Filter),
  description: Description,
  enabled: Type.Optional(Type.Boolean()),
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
  Named("TestWebhook", { type: Type.Optional(Words(eventTypes, { default: "webhook.test" })) }),
);
/** Null: no body was sent. */
export type TestWebhook = Static<typeof TestWebhook> | null;

const webhook = {
  id: Id("whe"),
  environment: Environment,
  url: Type.String({ examples: urlExamples }),
  description: Nullable(Type.String({ examples: ["Order system"] })),
  events: Type.Array(Type.String({ examples: ["*"] })),
  enabled: Type.Boolean({ examples: [true] }),
  disabled_reason: Nullable(Words(["owner", "failures", "gone"]), { examples: [null] }),
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
