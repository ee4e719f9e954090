import type { CarrierDetails, OperatorCarrier } from "@/delivery/connections/setup/schema.ts";
import { formatMoney, sentenceOf } from "../../format.ts";
import { amountFault, majorAmount, minorOf } from "../../minor-amount.ts";
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
  return {
    percent: percent === "" ? null : percent,
    amount: amount === "" ? null : { amount: minorOf(amount, currency), currency },
  };
}

/** What the API cannot see: it gets minor units. */
export function validateMargin({ margin: { amount } }: { margin: MarginValues }): Record<string, string> {
  const fault = amountFault(amount.amount, amount.currency);
  return fault === null ? {} : { "margin.amount.amount": sentenceOf(fault) };
}
