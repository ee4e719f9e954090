import { countryCodes } from "../../infra/geography/country.ts";

/** All countries as one text, put into the bundle: a file shared with the dashboard would load with every first view. */
export function countryText(): string {
  return countryCodes.join(" ");
}
