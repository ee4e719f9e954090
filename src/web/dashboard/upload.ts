import type { ImageView } from "../../../../delivery/images/schema.ts";
import type { ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import { post } from "../../api.ts";

/** What a file field accepts. */
export const imageTypes = "image/jpeg,image/png,image/webp";

/** Uploads a picture for a report of the shipment's own fleet. @returns its id; null without a picture */
export async function uploadImage(
  { environment, assignment }: ShipmentView,
  file: File | null,
): Promise<string | null> {
  if (file === null) return null;
  const path = `/platform/carriers/${assignment?.carrier.id}/images`;
  return (await post<ImageView>(path, file, { environment })).id;
}
