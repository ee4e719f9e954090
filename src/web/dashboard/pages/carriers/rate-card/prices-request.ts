import type { Problem } from "@/web/browser/problem.ts";
import { codeOfName } from "../../../code-of-name.ts";
import { amountFault, minorOf } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import { areaOf } from "./areas.ts";
import { hoursOf } from "./hours.ts";
import type { AreaValues, PricesValues } from "./prices.ts";
import { filledIn } from "./request.ts";

/** What a list of prices says, as the API takes it. */

/** The card, without what was left empty. */
export function cardOfPrices({ country, currency, areas, evening, kept, ...hours }: PricesValues) {
  const codes = codesOf(areas, country);
  const money = (amount: NumberValue) => minorOf(amount, currency);
  const pairs = pairsOf(areas);
  return filledIn({
    ...kept.card,
    currency,
    zones: areas.map(({ where }, index) =>
      filledIn({
        code: codes[index],
        countries: country === "" ? undefined : [country],
        ...areaOf(where, country),
      }),
    ),
    services: [
      filledIn({
        ...kept.service,
        hours: hoursOf(hours),
        pickup_zones: codes,
        delivery_zones: codes,
        price: filledIn({ base: money(areas[0]?.price ?? "") }),
        zone_prices:
          pairs.length === 0
            ? undefined
            : pairs.map(({ from, to, price }) =>
                filledIn({ from: codes[from], to: codes[to], base: money(price) }),
              ),
        surcharges: evening === "" ? undefined : [{ ...kept.evening, amount: money(evening) }],
      }),
    ],
  });
}

/** Codes of zones: an area keeps the one that it has. A new one is called as its first town, if that has a code. */
function codesOf(areas: readonly AreaValues[], country: string): string[] {
  const taken = new Set(areas.map(({ code }) => code));
  let number = 0;
  return areas.map(({ code, where }) => {
    if (code !== "") return code;
    let made = codeOfName(areaOf(where, country).cities?.[0] ?? "");
    while (made === "" || taken.has(made)) {
      number += 1;
      made = `area_${number}`;
    }
    taken.add(made);
    return made;
  });
}

interface Pair {
  /** Places of areas. */
  from: number;
  to: number;
  price: NumberValue;
  /** Whose price it is. */
  area: number;
}

/** From one area to another the higher of their prices counts. What costs the price of the first area is left out. */
function pairsOf(areas: readonly AreaValues[]): Pair[] {
  const pairs = areas.flatMap(({ price: start }, from) =>
    areas.flatMap(({ price: end }, to): Pair[] => {
      if (from === to) return [{ from, to, price: start, area: from }];
      if (typeof start !== "number" || typeof end !== "number") return [];
      return [{ from, to, price: Math.max(start, end), area: start >= end ? from : to }];
    }),
  );
  const [first] = areas;
  return pairs.filter(
    ({ from, to, price }) => !(from === 0 && to === 0) && (price === "" || price !== first?.price),
  );
}

/** The problem in the words of the list: what the API says of the card belongs to the field that it came from. */
export function inPrices(problem: Problem, values: PricesValues): Problem {
  const pairs = pairsOf(values.areas);
  const errors = problem.errors?.map((error) => {
    const day = /^#\/services\/0\/(hours.*)$/.exec(error.pointer ?? "")?.[1];
    if (day !== undefined) return { ...error, pointer: `#/${day}` };
    const [, list, place, member = ""] =
      /^#\/(?:services\/0\/)?(zones|zone_prices|price|surcharges)(?:\/(\d+))?(?:\/(\w+))?/.exec(
        error.pointer ?? "",
      ) ?? [];
    const at = Number(place ?? 0);
    const amount = (pointer: string, value: NumberValue) => ({
      ...error,
      pointer,
      detail: amountFault(value, values.currency) ?? error.detail,
    });
    const priceOf = (index: number) => amount(`#/areas/${index}/price`, values.areas[index]?.price ?? "");
    switch (list) {
      case "zones":
        return member === "countries"
          ? { ...error, pointer: "#/country", detail: "is required" }
          : { ...error, pointer: `#/areas/${at}/where` };
      case "price":
        return priceOf(0);
      case "zone_prices":
        return priceOf(pairs[at]?.area ?? 0);
      case "surcharges":
        return amount("#/evening", values.evening);
      default:
        return error;
    }
  });
  return errors ? { ...problem, errors } : problem;
}
