import countryToCurrency from "country-to-currency";

/** In the package and withdrawn from ISO 3166-1: the Netherlands Antilles. */
const unassigned: ReadonlySet<string> = new Set(["AN"]);

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries(countryToCurrency).filter(([country]) => !unassigned.has(country)),
);
const tender: ReadonlySet<string> = new Set(currencies.values());

/** The 249 assigned codes of ISO 3166-1 alpha-2, and `XK`, which carriers and the EU use for Kosovo; in alphabetical order. */
export const countryCodes: readonly string[] = [...currencies.keys()].sort();

/** The codes `isCurrency` accepts, in alphabetical order. */
export const currencyCodes: readonly string[] = [...tender].sort();

const minorUnitsSeen = new Map<string, number>();
let names: Intl.DisplayNames | undefined;

/**
 * The English name in the Unicode CLDR: `DE` is `Germany`.
 * @throws {RangeError} for a code that is not in `countryCodes`
 */
export function countryName(code: string): string {
  requireCountry(code);
  names ??= new Intl.DisplayNames("en", { type: "region" });
  return names.of(code) ?? code;
}

/**
 * The ISO 4217 code of the country's currency: `DE` is `EUR`.
 * @throws {RangeError} for a code that is not in `countryCodes`
 */
export function currencyOf(country: string): string {
  return requireCountry(country);
}

/** An ISO 4217 code, upper case, that is legal tender somewhere today: no metals, fund units or withdrawn money. */
export function isCurrency(code: string): boolean {
  return tender.has(code);
}

/**
 * Decimal places of the minor unit (ISO 4217): EUR 2, JPY 0, KWD 3.
 * @throws {RangeError} for a code `isCurrency` refuses
 */
export function minorUnits(currency: string): number {
  const seen = minorUnitsSeen.get(currency);
  if (seen !== undefined) {
    return seen;
  }
  if (!isCurrency(currency)) {
    throw new RangeError("not a currency in use");
  }
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  minorUnitsSeen.set(currency, digits);
  return digits;
}

/** An amount in minor units as people write it, `12.5` for 1250 cents: a number, which a spreadsheet can sum. */
export function inMajorUnits({ amount, currency }: { amount: number; currency: string }): number {
  const places = isCurrency(currency) ? minorUnits(currency) : 2;
  return Number((amount / 10 ** places).toFixed(places));
}

function requireCountry(code: string): string {
  const currency = currencies.get(code);
  if (currency === undefined) {
    throw new RangeError("not an assigned ISO 3166-1 alpha-2 code");
  }
  return currency;
}
