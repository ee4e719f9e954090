import type { ConditionalSurcharge } from "./conditions.ts";
import { isWithin } from "./hours.ts";
import type { PreparedService } from "./rate-card.ts";
import { needRefusal, type Rated, type Refusal } from "./rated-shipment.ts";
import type { Estimate } from "./times.ts";
import type { StopWord } from "./words.ts";

/** Which surcharges of a service apply to a shipment. */

/** The zones that count for its addresses, as places in the card. */
type CountingZones = Readonly<Record<StopWord, number>>;

/** Those that apply, in the card's order; a refusal where an address does not tell. */
export function applicableSurcharges(
  service: PreparedService,
  rated: Rated,
  estimate: Estimate,
  zones: CountingZones,
): ConditionalSurcharge[] | Refusal {
  const found: ConditionalSurcharge[] = [];
  for (const surcharge of service.surcharges) {
    if (!holdsForLoad(surcharge, rated) || !holdsAt(surcharge, rated, estimate)) continue;
    const verdict = isInZone(surcharge, service, rated, zones);
    if (typeof verdict === "object") return verdict;
    if (verdict) found.push(surcharge);
  }
  return found;
}

function holdsForLoad(
  { requirement, sideOverMm, weightOverGrams, windowUnderMs }: ConditionalSurcharge,
  { shipment: { delivery }, sides, realGrams }: Rated,
): boolean {
  if (requirement !== null && !delivery.requirements[requirement]) return false;
  if (sideOverMm !== null && !sides.some(([longest = 0]) => longest > sideOverMm)) return false;
  if (weightOverGrams !== null && realGrams <= weightOverGrams) return false;
  if (windowUnderMs === null) return true;
  const { window } = delivery;
  return window !== null && Date.parse(window.end) - Date.parse(window.start) < windowUnderMs;
}

function holdsAt({ at, times }: ConditionalSurcharge, { reading }: Rated, estimate: Estimate): boolean {
  if (times === null) return true;
  const moment = at === "pickup" ? estimate.pickupAt : estimate.deliveryAt;
  return moment !== null && isWithin(times, moment, reading.local);
}

/** A zone that the service does not list never counts for an address, but contains it all the same. */
function isInZone(
  { at, zone, source }: ConditionalSurcharge,
  service: PreparedService,
  { pickupVerdicts, deliveryVerdicts }: Rated,
  zones: CountingZones,
): boolean | Refusal {
  if (zone === null) return true;
  const isPickup = at === "pickup";
  const listed = isPickup ? service.pickupZones : service.deliveryZones;
  if (listed.has(zone)) return zones[at] === zone;
  const verdict = (isPickup ? pickupVerdicts : deliveryVerdicts).find((each) => each.zone === zone)?.verdict;
  if (verdict === undefined || verdict === "inside") return verdict === "inside";
  return needRefusal(verdict, at, `${source}/when/zone`);
}
