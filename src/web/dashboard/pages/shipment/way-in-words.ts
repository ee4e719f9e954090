import type { TrackingView } from "../../../../delivery/tracking/schema.ts";
import { minuteMs } from "../../../../infra/durations.ts";
import { compassPoint, metersBetween } from "../../../map/place.ts";
import type { Route } from "../../../map/route.ts";
import { pageNow } from "../../clock.ts";
import { formatDistance } from "../../format.ts";

const compass = [
  ...["north", "north-east", "east", "south-east"],
  ...["south", "south-west", "west", "north-west"],
];
/** An ETA that is further away is told by its time alone. */
const minutesMax = 60;
const nearMeters = 50;

/** "1.4 km north-east of the delivery, about 6 minutes away": a map tells it to nobody who cannot see it. */
export function wayInWords({ driver, planned, ends }: Route, eta: TrackingView["eta"] | undefined): string {
  const next = ends.find((end) => planned.slice(1).includes(end));
  if (driver === null || next === undefined) return "";
  const meters = metersBetween(next, driver);
  if (meters < nearMeters) return `At the ${next.kind}`;
  const where = `${formatDistance(Math.round(meters))} ${compass[compassPoint(next, driver)]} of the ${next.kind}`;
  const at = eta?.[next.kind];
  const minutes = at ? Math.ceil((Date.parse(at) - pageNow()) / minuteMs) : 0;
  if (minutes < 1 || minutes > minutesMax) return where;
  return `${where}, about ${minutes} ${minutes === 1 ? "minute" : "minutes"} away`;
}
