import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { isGeocoding } from "../../../infra/geocoding/geocoder.ts";
import { placeAddress } from "../../../infra/geography/address-point.ts";
import { pointOf } from "../../../infra/geography/coordinates.ts";
import { locateTown } from "../../../infra/geography/town.ts";
import { lineOf } from "../../model/address-line.ts";
import type { Address } from "../../model/model.ts";
import { type AddressText, addressHash } from "./address-text.ts";
import { learnedOf } from "./learning.ts";
import { placeStore } from "./store.ts";

/** What is known of where an address is whose coordinates nobody sent: in live no more than that. */
export type Whereabouts = Pick<Address, "latitude" | "longitude" | "geocode_source" | "geocode_precision">;
export type Locate = (address: AddressText) => Whereabouts;

/** Where places are looked up, and for whom. */
interface Looking {
  deps: Deps;
  db: Db | Tx;
  environment: Environment;
  accountId: string;
}

/**
 * Says where addresses are, by what is stored. Of several sources the first one counts: the last pin that a person of the
 * account set for this address, the house that the geocoder found, where own riders handed over, the street that the
 * geocoder found, the town.
 */
export function locateIn({ deps, db, environment, accountId }: Looking): Locate {
  const places = placeStore(db);
  return (address) => {
    const hash = addressHash(deps, address);
    const pin = places.pin(accountId, hash);
    if (pin) return { ...pin, geocode_source: "client" };
    const answer = isGeocoding(deps, environment) ? places.answer(hash, deps.realClock.now()) : undefined;
    const { precision = null } = answer ?? {};
    const found = answer && precision !== null ? pointOf(answer) : undefined;
    if (found && precision === "house")
      return { ...found, geocode_source: "geocoder", geocode_precision: precision };
    const { place: learned } = learnedOf(deps, { db, accountId }, lineOf(address));
    if (learned) return { ...learned, geocode_source: "learned", geocode_precision: "house" };
    if (found && precision === "street")
      return { ...found, geocode_source: "geocoder", geocode_precision: precision };
    const rough = roughly(environment, address);
    return found ? { ...rough, geocode_source: "geocoder", geocode_precision: precision } : rough;
  };
}

/** As `locateIn`, inside a transaction. */
export function locateWithin(
  { deps, tx, environment }: Pick<Writing, "deps" | "tx" | "environment">,
  accountId: string,
): Locate {
  return locateIn({ deps, db: tx, environment, accountId });
}

function roughly(environment: Environment, address: AddressText): Whereabouts {
  const point = environment === "sandbox" ? placeAddress(address) : undefined;
  return {
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    geocode_source: locateTown(address) ? "town" : "country",
  };
}
