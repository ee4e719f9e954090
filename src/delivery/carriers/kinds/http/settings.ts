import { type Static, Type } from "@sinclair/typebox";
import { saying, Text, TextLike } from "@/infra/http/kinds.ts";
import { Words } from "@/infra/http/schema.ts";

const base64 = "[A-Za-z0-9+/]";
/** Base64 of 24 to 64 bytes, as Standard Webhooks 1.0 wants it. */
const secret = `^whsec_((${base64}{4}){8,20}(${base64}{3}=|${base64}{2}==)?|(${base64}{4}){21}(${base64}{2}==)?)$`;

const bookingMinutesMax = 60;
export const bookingMinutesDefault = 10;
/** A round of quotes lasts as long. */
const quoteSecondsMax = 10;
export const quoteSecondsDefault = 3;

const needs = ["phone", "email"] as const;
/** What a carrier may need of a contact. */
export type Need = (typeof needs)[number];

/** What a carrier may prove by means of its own. */
const ownProofs = ["pin"] as const;

export const HttpSettings = Type.Object(
  {
    base_url: saying(
      Text({
        minLength: 1,
        maxLength: 2048,
        title: "Base URL",
        description: "Where your server answers. Waybill adds `/quotes` and `/bookings` to it.",
        examples: ["https://carrier.example.com/waybill"],
      }),
      { code: "format", detail: "must be a URL, such as https://carrier.example.com/waybill" },
    ),
    signing_secret: TextLike(
      secret,
      { code: "format", detail: "must be whsec_ and the base64 of 24 to 64 bytes" },
      {
        minLength: 1,
        maxLength: 100,
        title: "Signing secret",
        description:
          "Waybill signs every request with it. Left out, Waybill generates one and shows it once.",
        writeOnly: true,
      },
    ),
    booking_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: bookingMinutesMax,
        default: bookingMinutesDefault,
        title: "Booking deadline",
        description:
          "Minutes within which your server must answer a booking. Then the shipment needs another quote.",
      }),
    ),
    quote_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: quoteSecondsMax,
        default: quoteSecondsDefault,
        title: "Time for quotes",
        description: "Seconds within which your server must answer a request for quotes.",
      }),
    ),
    needs: Type.Optional(
      Type.Array(Words(needs), {
        uniqueItems: true,
        maxItems: needs.length,
        title: "Needed contacts",
        description:
          "What you need of sender and recipient to book. Waybill does not ask you about a shipment without it.",
      }),
    ),
    proves: Type.Optional(
      Type.Array(Words(ownProofs), {
        uniqueItems: true,
        maxItems: ownProofs.length,
        title: "Proofs of your own",
        description:
          "`pin`: where a PIN is required, you make one, send it to the recipient and check it. Waybill shows the recipient none of its own.",
      }),
    ),
    quotes_areas: Type.Optional(
      Type.Boolean({
        default: false,
        title: "Quotes without a street",
        description:
          "Whether your server answers estimates whose `line1` or `city` is empty. Otherwise Waybill does not ask it then.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type HttpSettings = Static<typeof HttpSettings>;
