import type { Problem } from "@/web/browser/problem.ts";
import { amountFault } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import { conditionDigits, limitDigits, measureFault, stepDigits } from "./measures.ts";
import { priceAmounts } from "./request.ts";
import type { CardValues } from "./values.ts";

/** The API judges small units, and people write large ones. */

const digitsOf: ReadonlyMap<string, number> = new Map([
  ...limitDigits,
  ...conditionDigits,
  ["from_grams", stepDigits],
  ["from_meters", stepDigits],
]);
const amountNames: ReadonlySet<string> = new Set([...priceAmounts, "amount"]);

/** The problem in the words of the form. */
export function inMajorUnits(problem: Problem, values: CardValues): Problem {
  const errors = problem.errors?.map((error) => {
    const path = (error.pointer ?? "").split("/").slice(1);
    const name = path.at(-1) ?? "";
    const value = valueAt(values, path);
    const digits = digitsOf.get(name);
    const detail =
      (digits === undefined ? null : measureFault(value, digits, error.detail)) ??
      (amountNames.has(name) ? amountFault(value, values.currency) : null);
    return detail === null ? error : { ...error, detail };
  });
  return errors ? { ...problem, errors } : problem;
}

/** What stands in a field; nothing where the form has none. */
function valueAt(values: unknown, path: readonly string[]): NumberValue {
  const value = path.reduce<unknown>(
    (within, name) => (within as Record<string, unknown> | undefined)?.[name],
    values,
  );
  return typeof value === "number" || typeof value === "string" ? value : "";
}
