import { type TProperties, Type } from "@sinclair/typebox";
import { currencyCodes } from "@/infra/geography/country.ts";
import { Plain, saying, TextLike } from "@/infra/http/kinds.ts";
import { Words } from "@/infra/http/schema.ts";
import { amountMax } from "../../../model/model.ts";

/** What shapes of both directions of the carrier protocol are made of. */

export function Open<T extends TProperties>(title: string, properties: T) {
  return Type.Object(properties, { title });
}

export const nameMax = 100;

export const Code = TextLike(
  "^[A-Za-z0-9_.:-]+$",
  { code: "pattern", detail: "must consist of letters, digits and the characters _ . : -" },
  { minLength: 1, maxLength: 64, examples: ["express"] },
);

export const WireMoney = Open("CarrierMoney", {
  amount: Type.Integer({
    minimum: 0,
    maximum: amountMax,
    description: "Integer in minor units, such as cents.",
    examples: [650],
  }),
  currency: saying(Words(currencyCodes, { description: "ISO 4217 currency code.", examples: ["EUR"] }), {
    code: "format",
    detail: "must be an ISO 4217 currency code such as EUR",
  }),
});
export const WireService = Open("CarrierService", {
  code: Code,
  name: Plain(nameMax, { examples: ["Express"] }),
});
