import { type Static, Type } from "@sinclair/typebox";
import { Environment, Named, Nullable, Timestamp, Words } from "../http/schema.ts";
import { graceSecondsDefault, graceSecondsMax } from "./webhook.ts";

const urlLengthMax = 2048;
const filterMax = 50;

const Url = Type.String({
  minLength: 1,
  maxLength: urlLengthMax,
  examples: ["https://shop.example.com/hook"],
});
const Filter = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: filterMax,
  uniqueItems: true,
  description: 'Event types, or `["*"]` for all but tracking.position_updated.',
});
const Description = Type.Optional(Nullable(Type.String({ maxLength: 500 })));

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
  Named("TestWebhook", { type: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
);
/** Null: no body was sent. */
export type TestWebhook = Static<typeof TestWebhook> | null;

const webhook = {
  id: Type.String(),
  environment: Environment,
  url: Type.String(),
  description: Nullable(Type.String()),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(Words(["owner", "failures", "gone"])),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const WebhookSchema = Named("Webhook", webhook);
export type WebhookView = Static<typeof WebhookSchema>;

export const WebhookWithSecret = Named("WebhookWithSecret", {
  ...webhook,
  secret: Type.String({ description: "whsec_…, shown in this answer only." }),
});
