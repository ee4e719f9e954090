import type { TrackingView } from "../../../../delivery/lifecycle/tracking/schema.ts";
import { addressOf } from "../../api.ts";

/** The address of a picture of the tracking for a session, which must name its environment. */
export function pictureAddress(
  { shipment_id, environment }: Pick<TrackingView, "shipment_id" | "environment">,
  url: string,
): string {
  const name = url.slice(url.lastIndexOf("/") + 1);
  return addressOf(`/platform/tracking/${shipment_id}/proof/${name}`, environment);
}
