import { linkDaysOf } from "../../../access/accounts/deletion/retention.ts";
import { getAccount } from "../../../access/accounts/sign-in/service.ts";
import { toTimestampOrNull } from "../../../infra/clock.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import { timeZoneOf } from "../../../infra/geography/country-time-zone.ts";
import { countryOf } from "../../../infra/geography/territory.ts";
import { enterTimeOf } from "../../../infra/own-time.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { townOf } from "../../model/address-view.ts";
import { getLogo, hidesProof, publicBrand } from "../brand/service.ts";
import type { AccountImageRow } from "../brand/store.ts";
import { networkMark, type Recipient } from "../state/digit-tries.ts";
import { additionsOf, findByTrackingToken } from "../state/reading.ts";
import { digitsAccess, pinAccess } from "../state/recipient.ts";
import type { ShipmentRecord, ShipmentRow } from "../state/rows.ts";
import { isLinkOpen } from "../state/tracking-link.ts";
import { isProofToken, makeProofToken } from "./proof-token.ts";
import type { PublicTrackingView, ShownProofView } from "./public-schema.ts";
import {
  toPublicCarrierTracking,
  toPublicInstructions,
  toPublicRating,
  toPublicView,
  toShownProof,
} from "./public-view.ts";
import { findProofImage, type ProofPicture, standingProof } from "./reading.ts";
import type { ProofView } from "./schema.ts";
import { toTrackingView, trackingOf } from "./service.ts";
import { publicName } from "./tracking.ts";
import { toProofView } from "./view.ts";
import { picturesOfProof } from "./whole-proof.ts";

/** The link is the credential. */

/** What anybody with the tracking link may see. @throws AppError `not_found`, `tracking_link_ended` */
export function getPublicTracking(deps: DeliveryDeps, by: Recipient): PublicTrackingView {
  return publicTracking(deps, by, requireByToken(deps, by.token));
}

/** What the page shows of the shipment of a tracking link; undefined for an unknown link. */
export function findPublicTracking(
  deps: DeliveryDeps,
  by: Recipient,
): PublicTrackingView | "ended" | undefined {
  const found = findByToken(deps, by.token);
  return found && (found.isOpen ? publicTracking(deps, by, found) : "ended");
}

function publicTracking(
  deps: DeliveryDeps,
  by: Recipient,
  { environment, record }: LinkedShipment,
): PublicTrackingView {
  const { accountId, pickup, delivery, failure, rating, redactedAt } = record.shipment;
  const path = `/api/v1/track/${by.token}`;
  const { contact, address } = delivery;
  const view = toTrackingView(deps, environment, record, `${path}/proof`);
  const { db } = deps.stores.platform(environment);
  const { toOtherStop = false } = trackingOf(db, record.shipment)?.position ?? {};
  const stops_before = stopsBefore(deps, db, record);
  return toPublicView(
    view,
    // The order of the stops may have changed since the last position.
    { ...record.shipment, toOtherStop: toOtherStop || (stops_before ?? 0) > 0 },
    {
      stops_before,
      window: delivery.window,
      carrier_tracking: toPublicCarrierTracking(record.assignment),
      sender: pickup.contact.company ?? getAccount(deps, accountId).name,
      brand: publicBrand(deps, accountId, `${deps.publicUrl()}${path}/logo`),
      pin: pinAccess(record.shipment, record.assignment, networkMark(by), deps.clock.now()),
      instructions: toPublicInstructions(record.shipment, takesChanges(deps, environment, record.shipment)),
      rating: toPublicRating(rating),
      recipient: publicName(contact.name),
      language: contact.language ?? null,
      town: address.city,
      time_zone: timeZoneOf(countryOf(address), deps.clock.now()),
      destination: townOf(address).town?.center ?? null,
      failure_reason: failure?.reason_code ?? null,
      redacted_at: toTimestampOrNull(redactedAt),
      proof_access: proofAccess(deps, by, record.shipment, view.proof_of_delivery),
    },
  );
}

/** An account that hides no proof shows pictures, and no name. */
function proofAccess(
  deps: Deps,
  by: Recipient,
  shipment: ShipmentRow,
  proof: ProofView | null,
): PublicTrackingView["proof_access"] {
  if (proof === null) return "none";
  const hasPictures = proof.signature !== null || proof.photos.length > 0;
  if (!hidesProof(deps, shipment.accountId)) return hasPictures ? "shown" : "none";
  if (!hasPictures && proof.recipient_name === null) return "none";
  return digitsAccess(shipment, networkMark(by), deps.clock.now());
}

/** The proof for who knows the digits, with pictures for some minutes; undefined if there is nothing to show. */
export function shownProof(
  deps: Deps,
  db: Db | Tx,
  shipment: ShipmentRow,
  token: string,
): ShownProofView | undefined {
  const proof = standingProof(db, shipment);
  if (!proof) return undefined;
  const additions = additionsOf(db, shipment.id);
  const query = new URLSearchParams({ proof_token: makeProofToken(deps, token) });
  const path = `${deps.publicUrl()}/api/v1/track/${token}/proof`;
  const shown = toShownProof(
    toProofView(proof, additions, (name) => `${path}/${name}?${query}`, shipment.delivery.address),
  );
  const { signature_url, photo_urls, recipient_name } = shown;
  return signature_url === null && photo_urls.length === 0 && recipient_name === null ? undefined : shown;
}

/** Whether the carrier hears of changes. Before there is one, the booking tells them. */
export function takesChanges(
  deps: DeliveryDeps,
  environment: Environment,
  { carrierId }: Pick<ShipmentRow, "carrierId">,
): boolean {
  const carrier = carrierId === null ? undefined : deps.carrier(environment, carrierId);
  return carrier?.capabilities.includes("update") ?? true;
}

/**
 * How many stops the driver makes before the delivery; null before the pickup, and where Waybill does not know. A driver at
 * the door is there, whatever the order has first.
 */
function stopsBefore(deps: DeliveryDeps, db: Db, { shipment, assignment }: ShipmentRecord): number | null {
  if (shipment.status !== "in_transit" || assignment === null) return null;
  const stops = deps.stopsOfDriver(db, assignment.id);
  const place = stops.findIndex(
    ({ assignmentId, kind }) => assignmentId === assignment.id && kind === "delivery",
  );
  if (place === -1) return null;
  return shipment.substatus === "at_delivery" ? 0 : place;
}

/**
 * @param proofToken of a URL that somebody got for the right digits
 * @throws AppError `not_found`, also without a token where the account hides proofs, `tracking_link_ended`
 */
export function getPublicProofImage(
  deps: Deps,
  token: string,
  name: string,
  proofToken: string | undefined,
): ProofPicture {
  const { environment, record } = requireByToken(deps, token);
  const isOpen =
    proofToken === undefined
      ? !hidesProof(deps, record.shipment.accountId)
      : isProofToken(deps, token, proofToken);
  if (!isOpen) throw new AppError("not_found");
  const { db } = deps.stores.platform(environment);
  const { shipment } = record;
  const proof = standingProof(db, shipment);
  // Pictures of pickups and failed attempts are the sender's.
  const isOfProof =
    proof !== undefined && picturesOfProof(proof, additionsOf(db, shipment.id)).includes(name);
  const image = isOfProof ? findProofImage(db, shipment.id, name) : undefined;
  if (!image) throw new AppError("not_found");
  return image;
}

/** The sending account's logo. @throws AppError `not_found`, `tracking_link_ended` */
export function getPublicLogo(deps: Deps, token: string): AccountImageRow {
  return getLogo(deps, requireByToken(deps, token).record.shipment.accountId);
}

interface LinkedShipment {
  environment: Environment;
  record: ShipmentRecord;
  /** False after the link has ended. */
  isOpen: boolean;
}

/** The shipment of a tracking link. @throws AppError `not_found`, `tracking_link_ended` */
export function requireByToken(deps: Deps, token: string): LinkedShipment {
  const found = findByToken(deps, token);
  if (!found) throw new AppError("not_found");
  if (!found.isOpen) throw new AppError("tracking_link_ended");
  return found;
}

function findByToken(deps: Deps, token: string): LinkedShipment | undefined {
  const { stores, clock } = deps;
  for (const environment of environments) {
    const record = findByTrackingToken(stores.platform(environment).db, token);
    if (!record) continue;
    const { accountId } = record.shipment;
    enterTimeOf(deps, { accountId, environment });
    const isOpen = isLinkOpen(record.shipment, linkDaysOf(deps, accountId), clock.now());
    return { environment, record, isOpen };
  }
  return undefined;
}
