import { minorUnits } from "./country.ts";

/**
 * Units of each currency for one euro: mid-market rates of 29 September 2026 to three digits. Source: the npm package
 * @fawazahmed0/currency-api 2026.9.29. They make simulated prices realistic. They are never updated, so that the same
 * seed keeps its prices.
 */
const rates = `
  AED 4.17, AFN 72.7, ALL 92, AMD 413, AOA 1040, ARS 1730, AUD 1.62, AWG 2.03, AZN 1.93, BAM 1.96,
  BBD 2.27, BDT 140, BHD 0.427, BIF 3410, BMD 1.14, BND 1.45, BOB 13.8, BRL 5.94, BSD 1.14, BTN 109,
  BWP 15.5, BYN 3.44, BZD 2.29, CAD 1.61, CDF 2630, CHF 0.947, CLP 1100, CNY 7.62, COP 3830, CRC 517,
  CUP 27.3, CVE 110, CZK 24.4, DJF 202, DKK 7.48, DOP 65.6, DZD 152, EGP 59.1, ERN 17, ETB 185, EUR 1,
  FJD 2.54, FKP 0.858, GBP 0.858, GEL 2.95, GHS 13.2, GIP 0.858, GMD 84.4, GNF 10000, GTQ 8.67,
  GYD 238, HKD 8.91, HNL 30.5, HTG 149, HUF 367, IDR 20500, ILS 3.49, INR 109, IQD 1490, IRR 1560000,
  ISK 137, JMD 180, JOD 0.805, JPY 179, KES 147, KGS 99.4, KHR 4610, KMF 492, KPW 1020, KRW 1540,
  KWD 0.351, KYD 0.945, KZT 501, LAK 25500, LBP 102000, LKR 376, LRD 196, LSL 18.7, LYD 7.27, MAD 11,
  MDL 20.1, MGA 4990, MKD 61.5, MMK 2390, MNT 4090, MOP 9.18, MRU 45.5, MUR 54.1, MVR 17.6, MWK 1970,
  MXN 20.5, MYR 4.64, MZN 72.5, NAD 18.7, NGN 1510, NIO 41.7, NOK 10.8, NPR 175, NZD 2.01, OMR 0.437,
  PAB 1.14, PEN 3.88, PGK 5.08, PHP 71, PKR 315, PLN 4.37, PYG 6680, QAR 4.14, RON 5.28, RSD 118,
  RUB 96, RWF 1680, SAR 4.26, SBD 9.14, SCR 16.2, SDG 682, SEK 11.3, SGD 1.45, SHP 0.858, SLE 26,
  SOS 648, SRD 42.8, SSP 6490, STN 24.7, SYP 14800, SZL 18.7, THB 38.2, TJS 10.5, TMT 3.98, TND 3.37,
  TOP 2.74, TRY 55.7, TTD 7.71, TWD 36.2, TZS 3000, UAH 51, UGX 4450, USD 1.14, UYU 45.6, UZS 13400,
  VES 973, VND 29500, VUV 135, WST 3.14, XAF 656, XCD 3.08, XCG 2.05, XOF 656, XPF 119, YER 269,
  ZAR 18.7, ZMW 22.3, ZWG 30.5
`;

const perEuro: ReadonlyMap<string, number> = new Map(
  rates
    .trim()
    .split(/,\s+/)
    .map((entry) => [entry.slice(0, 3), Number(entry.slice(4))]),
);

/**
 * The amount in minor units of the currency (ISO 4217), rounded as prices there are: to the smallest power of ten that
 * is worth a euro cent or more, so that 4.28 EUR are 770 JPY and 126 000 VND.
 * @throws {RangeError} for a code that `isCurrency` refuses
 */
export function fromEuroCents(cents: number, currency: string): number {
  const rate = perEuro.get(currency);
  if (rate === undefined) throw new RangeError("not a currency in use");
  const minorPerCent = (rate * 10 ** minorUnits(currency)) / 100;
  const step = 10 ** Math.max(0, Math.ceil(Math.log10(minorPerCent)));
  return Math.round((cents * minorPerCent) / step) * step;
}
