import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { TrackingView } from "@/delivery/lifecycle/tracking/schema.ts";
import { countryName } from "@/infra/geography/country.ts";
import { minuteMs } from "@/infra/units.ts";
import { pageNow } from "@/web/browser/clock.ts";
import type { Route } from "@/web/map/route.ts";
import { directionInWords } from "../place/words.ts";

/** An ETA that is further away is told by its time alone. */
const minutesMax = 60;

/**
 * "The pickup and the delivery are somewhere in Chicago: Waybill does not know the exact places." Empty where it does, and
 * for an erased shipment.
 */
export function unknownInWords({ pickup, delivery, redacted_at }: ShipmentView): string {
  if (redacted_at !== null) return "";
  const [from, to] = [pickup, delivery].map(unknownTown);
  if (from === undefined && to === undefined) return "";
  if (from === to) return `The pickup and the delivery are somewhere in ${from}: ${unknownPlace}s.`;
  if (to === undefined) return `The pickup is somewhere in ${from}: ${unknownPlace}.`;
  if (from === undefined) return `The delivery is somewhere in ${to}: ${unknownPlace}.`;
  return `The pickup is somewhere in ${from}, and the delivery in ${to}: ${unknownPlace}s.`;
}

const unknownPlace = "Waybill does not know the exact place";

/** The town, or else the country, of a stop whose place is not known. */
function unknownTown({ address }: Pick<ShipmentView["pickup"], "address">): string | undefined {
  if (address.latitude !== null) return undefined;
  return address.area ? address.city : countryName(address.country);
}

/** "1.4 km north-east of the delivery, about 6 minutes away": a map tells it to nobody who cannot see it. */
export function wayInWords({ driver, planned, ends }: Route, eta: TrackingView["eta"] | undefined): string {
  const next = ends.find((end) => planned.slice(1).includes(end));
  if (driver === null || next === undefined) return "";
  const direction = directionInWords(next, driver);
  if (direction === undefined) return `At the ${next.kind}`;
  const where = `${direction} of the ${next.kind}`;
  const at = eta?.[next.kind];
  const minutes = at ? Math.ceil((Date.parse(at) - pageNow()) / minuteMs) : 0;
  if (minutes < 1 || minutes > minutesMax) return where;
  return `${where}, about ${minutes} ${minutes === 1 ? "minute" : "minutes"} away`;
}
