import { type Static, Type } from "@sinclair/typebox";
import { Named, Text } from "../../infra/http/schema.ts";

/** What a browser's `PushSubscription` says. */

const base64Url = (min: number, max: number, description: string, example: string) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: "^[A-Za-z0-9_-]+=?=?$",
    description,
    examples: [example],
  });

export const PushSubscriptionSchema = Named("PushSubscription", {
  endpoint: Text({
    minLength: 1,
    maxLength: 2_048,
    description: "Where the push service takes messages for this phone. https only.",
    examples: ["https://push.example.com/send/dE4kXm1"],
  }),
  keys: Named("PushSubscriptionKeys", {
    p256dh: base64Url(
      87,
      88,
      "The browser's public key.",
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    ),
    auth: base64Url(22, 24, "The browser's secret.", "BTBZMqHH6r4Tts7J_aSIgg"),
  }),
});
export type PushSubscriptionInput = Static<typeof PushSubscriptionSchema>;

export const TestedPush = Named("TestedPush", {
  sent: Type.Boolean({ description: "Whether the push service took the message.", examples: [true] }),
});
