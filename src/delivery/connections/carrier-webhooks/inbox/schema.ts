import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  GrowingWords,
  Id,
  ListQuery,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Timestamp,
  WordList,
} from "@/infra/http/schema.ts";
import { hookStatuses } from "../inbox.ts";

const hook = {
  id: Id("hook"),
  environment: Environment,
  carrier_id: Id("car"),
  status: GrowingWords(hookStatuses, {
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

export const CarrierHook = Named("CarrierHook", hook);
export type CarrierHook = Static<typeof CarrierHook>;

export const CarrierHookDetails = Named("CarrierHookDetails", {
  ...hook,
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
export type CarrierHookDetails = Static<typeof CarrierHookDetails>;

const status = Type.Optional(WordList(hookStatuses, "One or more statuses, separated by commas."));
export const CarrierHookPage = Page(CarrierHook);
export const CarrierHookQuery = ListQuery({ status });
export type CarrierHookQuery = Static<typeof CarrierHookQuery>;
export const OperatorCarrierHookQuery = PlainListQuery({ environment: Environment, status });

export const CarrierHookAddress = Named("CarrierHookAddress", {
  url: Type.String({
    description:
      "Enter it at the carrier as the URL of a webhook. Whoever knows it can send webhooks to Waybill.",
    examples: [
      "https://waybill.example.com/hooks/car_01m7x5rdwme1ct34p92xd7wpnk/q3K9cTqk1mYw0cH8nZp5uVb2sXr7dLf4gJe6iAo8hNt",
    ],
  }),
  created_at: Timestamp,
});
export type CarrierHookAddress = Static<typeof CarrierHookAddress>;
