import { toTimestamp } from "../../../infra/clock.ts";
import type { ValueTexts } from "../../../infra/secrets/salted.ts";
import { canonicalJson, type LinkColumns, type OpenMembers } from "../state/chain.ts";
import { pictureTexts } from "../state/evidence.ts";
import type { ProofRow } from "./store.ts";
import type { ProofDocument } from "./tracking.ts";

/** A proof of delivery as a link of the shipment's chain. */

type Said = Omit<ProofRow, keyof LinkColumns>;

/** What its record says for everybody. */
export function proofOpenMembers({ id, shipmentId, document }: Said): OpenMembers {
  const { types, missing = [], handedTo, pin, capturedBy } = document;
  return {
    kind: "proof",
    id,
    shipment_id: shipmentId,
    types,
    missing,
    handed_to: handedTo,
    pin: pin && { ...pin },
    captured_by: capturedBy,
  };
}

/** What its record says as salted hashes. A picture stands under its name. */
export function proofValues({ document, capturedAt }: Said): ValueTexts {
  const { recipientName, signature, note, location } = document;
  return {
    captured_at: toTimestamp(capturedAt),
    recipient_name: recipientName,
    signer_name: signature?.signerName ?? null,
    note,
    location: location && placeText(location),
    ...pictureTexts(document),
  };
}

function placeText({
  latitude,
  longitude,
  distanceToAddressMeters,
}: NonNullable<ProofDocument["location"]>): string {
  return canonicalJson({ latitude, longitude, distance_to_address_meters: distanceToAddressMeters });
}
