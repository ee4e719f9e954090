import type { CarrierDetails, OperatorCarrier } from "@/delivery/connections/setup/schema.ts";
import { minorUnits } from "@/infra/geography/country.ts";
import { formatMoney } from "../../format.ts";
import { isTooFine, majorAmount, minorAmount } from "../../minor-amount.ts";
import type { NumberValue } from "../../number-value.ts";

/** A margin as fields: people write major units, the API takes minor ones. An empty field is no part. */
export interface MarginValues {
  percent: NumberValue;
  amount: { amount: NumberValue; currency: string };
}

const currencyDefault = "EUR";

/** Accounts' own carriers have none. */
function partsOf(carrier: CarrierDetails | OperatorCarrier) {
  const { percent = null, amount = null } = ("margin" in carrier && carrier.margin) || {};
  return { percent, amount };
}

/** `12.5% + €0.50 on EUR quotes` */
export function marginText(carrier: CarrierDetails | OperatorCarrier): string {
  const { percent, amount } = partsOf(carrier);
  const parts = [
    percent === null ? [] : `${percent}%`,
    amount === null ? [] : `${formatMoney(amount)} on ${amount.currency} quotes`,
  ];
  return parts.flat().join(" + ") || "None";
}

export function marginValuesOf(carrier: CarrierDetails | OperatorCarrier): MarginValues {
  const { percent, amount } = partsOf(carrier);
  return {
    percent: percent ?? "",
    amount: amount
      ? { amount: majorAmount(amount.amount, amount.currency), currency: amount.currency }
      : { amount: "", currency: currencyDefault },
  };
}

export function marginOf({ percent, amount: { amount, currency } }: MarginValues) {
  const minor = typeof amount === "number" ? minorAmount(amount, currency) : amount;
  return {
    percent: percent === "" ? null : percent,
    amount: amount === "" ? null : { amount: minor, currency },
  };
}

/** What the API cannot see: it gets minor units. */
export function validateMargin({ margin: { amount } }: { margin: MarginValues }): Record<string, string> {
  if (!isTooFine(amount.amount, amount.currency)) return {};
  return {
    "margin.amount.amount": `${amount.currency} has ${minorUnits(amount.currency)} decimal places.`,
  };
}
