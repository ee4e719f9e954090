import type { Environment } from "../../../infra/environment.ts";
import { countryName } from "../../../infra/geography/country.ts";
import type { Address, Parcel, Requirements, Status, Stop } from "../../model/model.ts";
import { countPieces, gramsOf, parcelOfPiece } from "../../model/parcels.ts";
import type { ShipmentRecord } from "../state/rows.ts";

/** What a label says, and in which formats and sizes it comes. Contract §5. */

export const labelFormats = ["pdf", "png"] as const;
export type LabelFormat = (typeof labelFormats)[number];
/** Those in which carriers make theirs, too. Label printers read ZPL. */
export const carrierLabelFormats = [...labelFormats, "zpl", "svg"] as const;
export type CarrierLabelFormat = (typeof carrierLabelFormats)[number];

export const labelSizes = ["4x6", "a6"] as const;
export type LabelSize = (typeof labelSizes)[number];

/** The usual resolution of label printers. Bars and modules are whole dots of it, so they print sharp. */
export const dotsPerInch = 203;

/** Width and height in dots. */
export const sizes = {
  "4x6": { width: 812, height: 1218 },
  a6: { width: 839, height: 1183 },
} as const satisfies Record<LabelSize, { width: number; height: number }>;

/** A place on a label: whom and where, one entry for each line that exists. */
export interface LabelAddress {
  name: string;
  company: string | null;
  lines: string[];
}

/** The most pieces that get labels of their own in one request: about two seconds of work. */
export const piecesMax = 300;

/** One of several pieces, as its label tells it. */
export interface LabelPiece {
  /** From 1 on. */
  number: number;
  weightGrams: number;
  /** Of its parcel. */
  reference: string | null;
}

/** Everything a label says, but for its piece. It is plain data, because another thread draws it. */
export interface LabelContent {
  trackingNumber: string;
  isSandbox: boolean;
  carrier: string;
  service: string;
  from: LabelAddress;
  to: LabelAddress;
  reference: string | null;
  parcels: { count: number; weightGrams: number };
  requirements: Requirements;
}

/** Countries that write the postal code after the town, in one line with it. Universal Postal Union, addressing sheets. */
const codeAfterTown = new Set(["AU", "CA", "GB", "IE", "IN", "NZ", "US", "ZA"]);

const withoutLabel: readonly Status[] = ["created", "quoted", "expired", "cancelled"];

/** Whether a carrier has the shipment, or had it to the end. */
export function hasLabel(status: Status): boolean {
  return !withoutLabel.includes(status);
}

/** What our label says of a shipment; undefined while no carrier has it. */
export function contentOf(
  { shipment, assignment }: ShipmentRecord,
  environment: Environment,
): LabelContent | undefined {
  if (assignment === null || !hasLabel(shipment.status)) return undefined;
  const { parcels } = shipment;
  return {
    trackingNumber: shipment.trackingNumber,
    isSandbox: environment === "sandbox",
    carrier: assignment.carrier.name,
    service: assignment.service.name,
    from: toLabelAddress(shipment.pickup),
    to: toLabelAddress(shipment.delivery),
    reference: shipment.reference,
    parcels: {
      count: countPieces(parcels),
      weightGrams: gramsOf(parcels),
    },
    requirements: shipment.delivery.requirements,
  };
}

/**
 * The pieces that get labels of their own: all of them, or one. None where one label serves all, because there is one piece or
 * there are too many.
 */
export function labelPieces(parcels: readonly Parcel[], only?: number): LabelPiece[] {
  const count = countPieces(parcels);
  if (count === 1 || (count > piecesMax && only === undefined)) return [];
  const numbers = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [only];
  return numbers.flatMap((number) => {
    const parcel = parcelOfPiece(parcels, number);
    return parcel ? { number, weightGrams: parcel.weight_grams, reference: parcel.reference } : [];
  });
}

function toLabelAddress({ contact, address }: Stop): LabelAddress {
  const lines = [address.line1, address.line2, ...townLines(address)];
  return {
    name: contact.name,
    company: contact.company,
    lines: [
      ...lines.filter((line): line is string => line !== null && line !== ""),
      countryName(address.country).toUpperCase(),
    ],
  };
}

function townLines({ city, state, postal_code, country }: Address): (string | null)[] {
  if (codeAfterTown.has(country)) return [[city, state, postal_code].filter(Boolean).join(" ")];
  return [[postal_code, city].filter(Boolean).join(" "), state];
}

/** What a driver must do at the door, in a few words. */
export function demandsOf({ signature, photo, pin, min_age }: Requirements): string[] {
  return [
    signature ? "Signature" : [],
    photo ? "Photo" : [],
    pin ? "PIN" : [],
    min_age === null ? [] : `Age ${min_age}+`,
  ].flat();
}

/** Kilograms with at most two decimals, rounded up. */
export function weightText(grams: number): string {
  return `${Math.ceil(grams / 10) / 100} kg`;
}
