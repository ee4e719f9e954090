import type { PhoneNumber } from "libphonenumber-js/min";
import { countryName } from "../geography/country.ts";
import {
  bareDigits,
  cachePhoneReader,
  hasExtension,
  isE164,
  type PhoneReader,
  phoneWithoutCountry,
} from "./phone.ts";

/** Reads phone numbers by the numbering plans of all countries. */

let loading: Promise<PhoneReader> | undefined;

/** The plans take a while to load, and a server without phone numbers needs none of them. */
export function loadPhoneReader(): Promise<PhoneReader> {
  loading ??= createReader().then(cachePhoneReader);
  return loading;
}

async function createReader(): Promise<PhoneReader> {
  const [{ getExampleNumber, isSupportedCountry, parsePhoneNumberFromString }, { default: examples }] =
    await Promise.all([import("libphonenumber-js/min"), import("libphonenumber-js/mobile/examples")]);
  const planOf = (country: string | null) =>
    country !== null && isSupportedCountry(country) ? country : undefined;

  /** A digit is missing, so that the zero for calls within the country was taken for one of the number. */
  const keepsPrefix = (number: PhoneNumber) => number.nationalNumber.startsWith("0") && !number.isValid();

  function read(typed: string, country: string | null): string | undefined {
    const digits = bareDigits(typed);
    if (digits === undefined) return undefined;
    const defaultCountry = planOf(country);
    const parse = (text: string) =>
      parsePhoneNumberFromString(text, { extract: false, ...(defaultCountry && { defaultCountry }) });
    // 00 stands for the plus in most countries. In a few it begins another prefix, so that it has to make a number.
    const international = digits.startsWith("00") ? `+${digits.slice(2)}` : undefined;
    const asInternational = international === undefined ? undefined : parse(international);
    const asTyped = parse(digits);
    const found = asInternational?.isValid()
      ? asInternational
      : [asTyped, asInternational].find((number) => number?.isPossible() && !keepsPrefix(number));
    if (found && isE164(found.number)) return found.number;
    // What is E.164 stays a number where no plan knows it: plans change after they were packed.
    return [digits, international ?? ""].find(isE164);
  }

  function refusal(typed: string, country: string | null): string {
    if (hasExtension(typed)) return "must not have an extension; the instructions can name it";
    const plan = planOf(country);
    const example = plan && getExampleNumber(plan, examples);
    if (!plan || !example) return phoneWithoutCountry;
    return `must be like ${example.formatNational()} or ${example.formatInternational()} for ${countryName(plan)}; begin numbers of other countries with + and their code`;
  }

  return { read, refusal };
}
