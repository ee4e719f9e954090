import type { QuoteAnswer } from "./carrier.ts";

/**
 * Rates without a price. A hub fills an account that has no price list with 0, and the carrier bills its own tariff: such a
 * rate is none.
 */

const namesMax = 5;

/** Whether a rate that names this account has a price. */
interface RatedAccount {
  /** As people find it in the hub; undefined where the hub does not say. */
  name: string | undefined;
  isPriced: boolean;
}

type NoOffer = Extract<QuoteAnswer, { kind: "unavailable" }>;

/**
 * What the account's owner has to do; undefined where every rate has a price.
 * @param account what the hub calls an account: `connection`
 * @param remedy a command of a few words: `give it a rate sheet in Karrio`
 */
export function unpricedAmong(
  rates: readonly RatedAccount[],
  { account, remedy }: { account: string; remedy: string },
): Pick<NoOffer, "code" | "message"> | undefined {
  const unpriced = [...new Set(rates.flatMap(({ name, isPriced }) => (isPriced ? [] : [name])))];
  if (unpriced.length === 0) return undefined;
  const isPartly = unpriced.every((name) => rates.some((rate) => rate.isPriced && rate.name === name));
  const what = isPartly ? "services without a price" : "no prices";
  const names = unpriced.filter((name) => name !== undefined).slice(0, namesMax);
  const [first, ...others] = names;
  const subject =
    first === undefined
      ? `This ${account} has`
      : others.length === 0
        ? `The ${account} ${first} has`
        : `The ${account}s ${names.join(", ")} have`;
  return { code: "carrier_error", message: `${subject} ${what}: ${remedy}.` };
}
