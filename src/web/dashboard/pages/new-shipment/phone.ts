import { countryName } from "../../../../infra/geography/country.ts";
import type { Problem } from "../../api.ts";
import { callingCodes, keepsZero } from "./calling-codes.ts";
import type { StopName } from "./stop-fields.tsx";
import { phoneOf, type StopValues } from "./stop-values.ts";

const e164 = /^\+[1-9][0-9]{6,14}$/;

/** The API's refusal of a phone number without country code, with the number as it would be in the stop's country. */
export function explainPhones(problem: Problem, values: Record<StopName, StopValues>): Problem {
  const errors = problem.errors?.map((error) => {
    const stop = /^#\/(pickup|delivery)\/contact\/phone$/.exec(error.pointer ?? "")?.[1];
    if (error.code !== "format" || stop === undefined) return error;
    return { ...error, detail: phoneAdvice(values[stop as StopName]) ?? error.detail };
  });
  return { ...problem, ...(errors && { errors }) };
}

/** Undefined where the number or its country says too little. */
function phoneAdvice(stop: StopValues): string | undefined {
  const { country } = stop.address;
  const code = callingCodes.get(country);
  const digits = phoneOf(stop).replaceAll(/\D/g, "");
  if (code === undefined || phoneOf(stop).startsWith("+") || digits === "") return undefined;
  const isInternational = digits.startsWith("00");
  const national = keepsZero.has(country) ? digits : digits.replace(/^0/, "");
  const suggestion = isInternational ? `+${digits.slice(2)}` : `+${code}${national}`;
  if (!e164.test(suggestion)) return undefined;
  return isInternational
    ? `must begin with + and the country code: ${suggestion}`
    : `must include the country code, which is +${code} for ${countryName(country)}: ${suggestion}`;
}
