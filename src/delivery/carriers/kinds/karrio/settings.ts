import { type Static, Type } from "@sinclair/typebox";
import { Line, saying, Text, TextLike, Words } from "@/infra/http/kinds.ts";

const listMax = 20;
const nameMax = 100;
/** What a header may hold: the settings stand there. */
const visible = "^[!-~]+$";
const invisible = {
  code: "pattern",
  detail: "must consist of letters, digits and punctuation of ASCII",
} as const;

const labelTypes = ["PDF", "PNG", "ZPL"] as const;

export const KarrioSettings = Type.Object(
  {
    url: saying(
      Text({
        minLength: 1,
        maxLength: 2048,
        title: "URL",
        description: "Where your Karrio server's API answers. Waybill adds `/v1/shipments` to it.",
        examples: ["https://karrio.example.com"],
      }),
      { code: "format", detail: "must be a URL, such as https://karrio.example.com" },
    ),
    api_key: TextLike(visible, invisible, {
      minLength: 1,
      maxLength: 200,
      title: "API key",
      description: "A key of Karrio. Live needs a live key, and the sandbox one of Karrio's test mode.",
      writeOnly: true,
    }),
    carrier_ids: Type.Optional(
      Type.Array(Line(nameMax), {
        maxItems: listMax,
        title: "Connection IDs",
        description: "The connections to ask, by their `carrier_id` in Karrio. Empty asks all of them.",
      }),
    ),
    services: Type.Optional(
      Type.Array(Line(nameMax), {
        maxItems: listMax,
        title: "Services",
        description:
          "The services to offer, by their code in Karrio, such as `ups_standard`. Karrio then also says why one is unavailable. Empty offers all of them.",
      }),
    ),
    label_type: Type.Optional(
      Words(labelTypes, {
        default: "PDF",
        title: "Label type",
        description: "The format in which the label is bought. A carrier may know only one.",
      }),
    ),
    signature: Type.Optional(
      Type.Boolean({
        default: false,
        title: "Signature on delivery",
        description:
          "The connections can collect a signature: Waybill orders it with `signature_confirmation`. Otherwise shipments that require one get no quote.",
      }),
    ),
    webhook_secret: Type.Optional(
      TextLike(visible, invisible, {
        minLength: 1,
        maxLength: 200,
        title: "Webhook secret",
        description: "The secret of the webhook in Karrio. Waybill then ignores webhooks that lack it.",
        writeOnly: true,
      }),
    ),
  },
  { additionalProperties: false },
);
export type KarrioSettings = Static<typeof KarrioSettings>;
