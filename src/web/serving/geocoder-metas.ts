import type { Deps } from "../../infra/deps.ts";
import { environments } from "../../infra/environment.ts";
import { isGeocoding, mayType } from "../../infra/geocoding/geocoder.ts";

/**
 * The meta elements that tell the dashboard where addresses can be searched: one for each environment, with `typing` where
 * a form may search while somebody types, else `button`.
 */
export function geocoderMetas(deps: Deps): string {
  const content = mayType(deps) ? "typing" : "button";
  return environments
    .filter((environment) => isGeocoding(deps, environment))
    .map((environment) => `<meta name="waybill-geocoder-${environment}" content="${content}">`)
    .join("");
}
