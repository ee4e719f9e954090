import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  GrowingWords,
  Id,
  type ListQuery,
  Named,
  Nullable,
  Page,
  Timestamp,
  WordList,
} from "@/infra/http/schema.ts";
import { carrierWebhookStatuses } from "../inbox.ts";

const webhook = {
  id: Id("hook"),
  environment: Environment,
  carrier_id: Id("car"),
  status: GrowingWords(carrierWebhookStatuses, {
    title: "CarrierHookStatus",
    description:
      "`received`: not processed yet; `waiting`: for the response to its booking, up to 24 hours; `applied`; `ignored`: not about a Waybill shipment; `failed`: see `reason`; `dismissed`: by a person.",
  }),
  reason: Nullable(Type.String(), {
    description: "Why it was not applied, or still waits. Null if there is no reason.",
    examples: ["The signature does not match. Check the webhook secret in Settings."],
  }),
  shipment_id: Nullable(Id("shp"), {
    description: "The shipment that it is about. Null until its booking is found.",
  }),
  bytes: Type.Integer({ minimum: 0, description: "Size of its body.", examples: [2048] }),
  received_at: Timestamp,
  next_attempt_at: Nullable(Timestamp, {
    description: "When Waybill tries to apply it next. Null once it is settled.",
    examples: [null],
  }),
};

export const CarrierWebhook = Named("CarrierHook", webhook);
export type CarrierWebhook = Static<typeof CarrierWebhook>;

export const CarrierWebhookDetails = Named("CarrierHookDetails", {
  ...webhook,
  headers: Type.Record(Type.String(), Type.String(), {
    description: "The request's headers, with names in lower case. Values that can hold a secret are masked.",
    examples: [{ "content-type": "application/json", "x-hmac-signature": "***" }],
  }),
  body: Nullable(Type.String(), {
    description:
      "The first 16 KiB of its body as JSON, with secrets masked. Of any other body only its size.",
    examples: ['{"description":"tracker.updated"}'],
  }),
});
export type CarrierWebhookDetails = Static<typeof CarrierWebhookDetails>;

export const carrierWebhookFilters = {
  status: Type.Optional(WordList(carrierWebhookStatuses, "One or more statuses, separated by commas.")),
};
export const CarrierWebhookPage = Page(CarrierWebhook);
export type CarrierWebhookQuery = Static<ReturnType<typeof ListQuery<typeof carrierWebhookFilters>>>;

export const CarrierWebhookAddress = Named("CarrierHookAddress", {
  url: Type.String({
    description:
      "Enter it at the carrier as the URL of a webhook. Whoever knows it can send webhooks to Waybill.",
    examples: [
      "https://waybill.example.com/hooks/car_01m7x5rdwme1ct34p92xd7wpnk/q3K9cTqk1mYw0cH8nZp5uVb2sXr7dLf4gJe6iAo8hNt",
    ],
  }),
  created_at: Timestamp,
});
export type CarrierWebhookAddress = Static<typeof CarrierWebhookAddress>;
