import { type Static, Type } from "@sinclair/typebox";
import type { Environment } from "@/infra/environment.ts";
import { invalidField } from "@/infra/errors.ts";
import { saying, Text, TextLike, Words } from "@/infra/http/kinds.ts";
import { productionCredentials } from "../../credentials.ts";

/** The most carriers that EasyPost rates with at once (Rate Limiting and Backoff Guide). */
const carrierAccountsMax = 60;
const defaultUrl = "https://api.easypost.com/v2";
const keyPrefixes = { sandbox: "EZTK", live: "EZAK" } as const satisfies Record<Environment, string>;

const labelFormats = ["PDF", "PNG", "ZPL"] as const;

export const EasypostSettings = Type.Object(
  {
    api_key: TextLike(
      "^EZ[TA]K[!-~]+$",
      { code: "format", detail: "must be an API key of EasyPost, which begins with EZTK or EZAK" },
      {
        minLength: 1,
        maxLength: 200,
        title: "API key",
        description:
          "A key of EasyPost. The sandbox needs a test key (EZTK…), and live a production key (EZAK…).",
        writeOnly: true,
      },
    ),
    carrier_accounts: Type.Optional(
      Type.Array(
        TextLike(
          "^ca_[0-9A-Za-z]+$",
          { code: "format", detail: "must be the id of a carrier account, which begins with ca_" },
          { minLength: 1, maxLength: 100, examples: ["ca_5ba7ca3632c54adeb17ad4bcac13c890"] },
        ),
        {
          maxItems: carrierAccountsMax,
          title: "Carrier accounts",
          description: "The carrier accounts to ask, by their id in EasyPost. Empty asks all of them.",
        },
      ),
    ),
    label_format: Type.Optional(
      Words(labelFormats, {
        default: "PDF",
        title: "Label format",
        description:
          "The format of the labels. If a label comes in another format, Waybill asks EasyPost to convert it, and takes what there is if it cannot. Label printers read ZPL.",
      }),
    ),
    signature: Type.Optional(
      Type.Boolean({
        default: false,
        title: "Signature on delivery",
        description:
          "The carrier accounts can collect a signature: Waybill orders it with `delivery_confirmation`. Otherwise shipments that require one get no quote.",
      }),
    ),
    webhook_secret: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 200,
        title: "Webhook secret",
        description:
          "The `webhook_secret` of the webhook in EasyPost. Waybill refuses webhooks with a wrong signature. Without it Waybill asks EasyPost about each webhook.",
        writeOnly: true,
      }),
    ),
    base_url: Type.Optional(
      saying(
        Text({
          minLength: 1,
          maxLength: 2048,
          default: defaultUrl,
          title: "API address",
          description: "Only for a proxy, or a server of yours that plays EasyPost in tests.",
          examples: [defaultUrl],
        }),
        { code: "format", detail: `must be a URL, such as ${defaultUrl}` },
      ),
    ),
  },
  { additionalProperties: false },
);
export type EasypostSettings = Static<typeof EasypostSettings>;

export function baseUrlOf({ base_url: url = defaultUrl }: EasypostSettings): string {
  return url;
}

export function labelFormatOf({ label_format: format = "PDF" }: EasypostSettings) {
  return format;
}

/** The mode in which EasyPost has what a key of this environment makes. */
export function modeOf(environment: Environment): "test" | "production" {
  return environment === "sandbox" ? "test" : "production";
}

/** A test key buys labels that no carrier accepts. @throws AppError `production_credentials`, `validation_failed` */
export function refuseOtherKey({ api_key: key }: EasypostSettings, environment: Environment): void {
  if (key.startsWith(keyPrefixes[environment])) return;
  if (environment === "sandbox") throw productionCredentials("api_key");
  throw invalidField(
    "#/settings/api_key",
    "test_credentials",
    "must be a production key (EZAK…): no carrier accepts a label that was bought with a test key",
  );
}
