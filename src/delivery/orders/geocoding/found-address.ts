import type { Hit } from "../../../infra/geocoding/hit.ts";
import type { FoundAddresses } from "./schema.ts";

/** What a geocoder found, as people write an address. */

/** Where the number stands before the street. */
const numberFirst: ReadonlySet<string> = new Set([
  ...["US", "CA", "PR", "VI", "GU", "AS", "MP", "GB", "IE", "GG", "JE", "IM", "FR", "LU", "MC"],
  ...["AU", "NZ", "ZA", "IN", "SG", "HK", "MY", "PH", "TH", "IL", "MA", "TN", "DZ"],
]);
/** Where a state belongs to an address. */
const withState: ReadonlySet<string> = new Set(["US", "CA", "AU", "BR", "MX", "IN", "MY"]);

/** The parts of an address; null for what the geocoder does not say. */
export function addressIn({
  street,
  houseNumber,
  towns,
  postalCode,
  state,
  country,
}: Hit): FoundAddresses["data"][number]["address"] {
  const [city = null] = towns;
  const parts = numberFirst.has(country) ? [houseNumber, street] : [street ?? city, houseNumber];
  return {
    line1: street === null && houseNumber === null ? null : parts.filter(Boolean).join(" "),
    city,
    state: withState.has(country) ? state : null,
    postal_code: postalCode,
    country,
  };
}
