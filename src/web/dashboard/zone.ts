import { useQuery } from "@tanstack/react-query";
import { timeZoneOf } from "../../infra/geography/country-time-zone.ts";
import { timeZoneAt } from "../../infra/geography/time-zone.ts";
import { pageNow } from "../browser/clock.ts";

/** The time zone of a place, which its windows are typed and shown in. */

interface Spot {
  latitude: number;
  longitude: number;
}

/** What is known of a place: an address of the API, or the fields of a form. */
export interface ZonedPlace {
  country: string;
  latitude: number | string | null;
  longitude: number | string | null;
  area?: Spot | null | undefined;
}

/** A name of the IANA database; empty where the country has several zones and the place is not known. */
export async function zoneOf(place: ZonedPlace): Promise<string> {
  const spot = spotOf(place);
  // Where the map of zones cannot be loaded, the reader's zone is named.
  return zoneOfCountry(place.country) || (spot ? await timeZoneAt(spot).catch(() => "") : "");
}

/** A name of the IANA database; empty until it is known. Only countries with several zones need a moment. */
export function useZone(place: ZonedPlace): string {
  const ofCountry = zoneOfCountry(place.country);
  const spot = spotOf(place);
  const { data = "" } = useQuery({
    queryKey: ["time zone", spot?.latitude, spot?.longitude],
    queryFn: () => (spot ? timeZoneAt(spot) : ""),
    enabled: ofCountry === "" && spot !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return ofCountry || (spot ? data : "");
}

/** Of the stops of a shipment. */
export interface StopZones {
  pickup: string;
  delivery: string;
}

/** Undefined for the moment that it takes to find them. */
export function useStopZones({
  pickup,
  delivery,
}: Record<keyof StopZones, { address: ZonedPlace }>): StopZones | undefined {
  const places = [pickup.address, delivery.address].map(({ country, ...place }) => [
    country,
    spotOf({ country, ...place }),
  ]);
  const { data } = useQuery({
    queryKey: ["time zones", places],
    queryFn: async () => ({ pickup: await zoneOf(pickup.address), delivery: await zoneOf(delivery.address) }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

function zoneOfCountry(country: string): string {
  return country === "" ? "" : (timeZoneOf(country, pageNow()) ?? "");
}

function spotOf({ latitude, longitude, area }: ZonedPlace): Spot | undefined {
  if (typeof latitude === "number" && typeof longitude === "number") return { latitude, longitude };
  return area ?? undefined;
}
