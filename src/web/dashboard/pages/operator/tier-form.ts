import type { OperatorTierView } from "@/operator/schema.ts";
import { isProblem } from "../../../browser/problem.ts";
import { amountFault, majorAmount, minorOf } from "../../minor-amount.ts";
import type { NumberValue } from "../../number-value.ts";

/** A tier as fields: people write prices in major units, and the API takes minor ones. */

export type Limits = NonNullable<OperatorTierView["limits"]>;

export interface TierValues extends Record<string, unknown> {
  name: string;
  hasLimits: boolean;
  limits: Record<keyof Limits, NumberValue>;
  /** An empty amount is no price. */
  price: { amount: NumberValue; currency: string };
}

const newLimits: Limits = {
  requests_per_second: 10,
  burst: 20,
  requests_per_day: 10_000,
  storage_bytes: 1_000_000_000,
};

export function valuesOf(tier: OperatorTierView | undefined): TierValues {
  const { name = "", limits = newLimits, price = null } = tier ?? {};
  return {
    name,
    hasLimits: limits !== null,
    limits: { ...(limits ?? newLimits) },
    price: price
      ? { amount: majorAmount(price.amount, price.currency), currency: price.currency }
      : { amount: "", currency: "EUR" },
  };
}

export function creationOf({ name, hasLimits, limits, price }: TierValues) {
  return { name, limits: hasLimits ? limits : null, price: priceOf(price) };
}

export function changeOf({ name, hasLimits, limits, price }: TierValues) {
  return { name, ...(hasLimits ? limits : {}), price: priceOf(price) };
}

function priceOf({ amount, currency }: TierValues["price"]) {
  if (amount === "") return null;
  return { amount: minorOf(amount, currency), currency };
}

/** A change names limits beside the name; the fields stand together. @throws Problem */
export async function withFieldPaths<T>({ limits, price }: TierValues, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (problem) {
    if (!isProblem(problem)) throw problem;
    const errors = (problem.errors ?? []).map((error) => {
      const name = error.pointer?.replace("#/", "") ?? "";
      if (name in limits) return { ...error, pointer: `#/limits/${name}` };
      const fault = name === "price/amount" ? amountFault(price.amount, price.currency) : null;
      return fault === null ? error : { ...error, detail: fault };
    });
    throw { ...problem, errors };
  }
}
