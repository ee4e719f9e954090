import { alone, retryAfter, takeOrRefuse } from "../../../access/limits/limiter.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { ask, geocoderState, isGeocoding } from "../../../infra/geocoding/geocoder.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { locateIn } from "../../lifecycle/places/locating.ts";
import { knownPlace } from "../../model/address.ts";
import { toAddressView } from "../../model/address-view.ts";
import { completeAddress } from "../shipments/draft.ts";
import { addressIn } from "./found-address.ts";
import type { AddressSearch, AddressToLocate, FoundAddresses, LocatedAddress } from "./schema.ts";

/** What people ask while they type an address. Nothing of it is stored. */

/** Whoever types has typed on by then. */
const waitMs = 4_000;
/** When a geocoder that did not answer may do so again. */
const againMs = 5_000;

/**
 * What the operator's geocoder finds in a country.
 * @throws AppError `geocoder_missing`, `rate_limited`, `geocoder_unavailable`
 */
export async function searchAddresses(
  deps: Deps,
  { accountId, environment }: Caller,
  { q, country }: AddressSearch,
  signal: AbortSignal,
): Promise<FoundAddresses> {
  if (!isGeocoding(deps, environment)) throw new AppError("geocoder_missing");
  const now = deps.realClock.now();
  takeOrRefuse(deps, "searches", alone(accountId), now);
  const turn = { rank: "form", at: now, party: accountId } as const;
  const reply = await ask(deps, { text: q, countries: [country] }, { turn, timeoutMs: waitMs, signal });
  if (reply.kind !== "answered") throw new AppError("geocoder_unavailable", { headers: retryAfter(againMs) });
  const found = reply.hits.filter((hit) => hit.country === country && hit.label !== "");
  return {
    data: found.map((hit) => {
      const { label, latitude, longitude, precision } = hit;
      return { label, latitude, longitude, precision, address: addressIn(hit) };
    }),
    attribution: reply.attribution ?? geocoderState(deps).attribution,
  };
}

/** Where an address is, by what the account's pins and the geocoder's answers tell already. Nobody is asked. */
export function locateAddress(
  deps: Deps,
  { accountId, environment }: Caller,
  address: AddressToLocate,
): LocatedAddress {
  const { db } = deps.stores.platform(environment);
  const locate = locateIn({ deps, db, environment, accountId });
  const whole = completeAddress(address, locate);
  const { geocode_source, geocode_precision, area } = toAddressView(whole);
  const { latitude, longitude } = knownPlace(whole) ?? { latitude: null, longitude: null };
  return { latitude, longitude, geocode_source, geocode_precision, area };
}
