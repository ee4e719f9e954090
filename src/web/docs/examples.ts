import { shipmentEvents } from "../../delivery/lifecycle/state/events.ts";
import { carrierExamplesOf } from "./carrier-examples.ts";
import { driverExamplesOf } from "./driver-examples.ts";
import { fleetExamples } from "./fleet-examples.ts";
import { orderExamples } from "./order-examples.ts";
import { contactExamplesOf, createdExamples, listedExampleOf, shipmentInputs } from "./shipment-examples.ts";

const { shipment: delivered } = shipmentEvents["shipment.delivered"].example;
const { carrier, service, price, driver } = delivered.assignment ?? {};
const origin = "https://waybill.example.com";

const unsaid = { cancellation: null, return_fee: null, failed_price: null };
const quote = {
  id: "qte_01m7x5rdwme1ct34p92xd7wpnk",
  shipment_id: delivered.id,
  environment: "sandbox",
  status: "open",
  carrier,
  service,
  price,
  price_breakdown: [
    { code: "base", name: "Base fare", amount: 400 },
    { code: "distance", name: "Distance", amount: 490 },
  ],
  estimated_pickup_at: delivered.estimated_pickup_at,
  estimated_delivery_at: delivered.estimated_delivery_at,
  estimated_delivery_date: null,
  ...unsaid,
  labels: ["cheapest", "fastest"],
  expires_at: "2026-01-31T09:45:00.000Z",
  created_at: "2026-01-31T09:30:00.000Z",
};

/** All examples share it: they show how a hash looks. */
const linkHash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const entries = [
  { status: "created", substatus: null, message: "The shipment was created.", at: "09:30", source: "client" },
  {
    status: "in_transit",
    substatus: "picked_up",
    message: "The goods are with the carrier.",
    at: "09:46",
    source: "driver",
  },
  {
    status: "delivered",
    substatus: null,
    message: "The goods were delivered.",
    at: "10:08",
    source: "driver",
  },
].map(({ at, ...entry }) => ({ ...entry, occurred_at: `2026-01-31T${at}:00.000Z`, hash: linkHash }));

const position = {
  latitude: 52.5009,
  longitude: 13.4202,
  accuracy_meters: 8,
  heading_degrees: 162,
  speed_mps: 0,
  recorded_at: "2026-01-31T10:08:00.000Z",
  received_at: "2026-01-31T10:08:00.400Z",
  age_seconds: 3,
  stale: false,
};

const way = {
  tracking_number: delivered.tracking_number,
  environment: "sandbox",
  status: "delivered",
  substatus: null,
  position,
  eta: {
    pickup: "2026-01-31T09:46:00.000Z",
    delivery: "2026-01-31T10:08:00.000Z",
    returned: null,
    source: "carrier",
    updated_at: "2026-01-31T10:05:00.000Z",
  },
  setback: null,
  progress: { percent: 100, distance_meters: 3390, remaining_meters: 0 },
};

const proofUrl = `${origin}/api/v1/platform/tracking/${delivered.id}/proof`;
const publicProofUrl = `${origin}/api/v1/track/Zm9vYmFyYmF6/proof`;
const proofQuery = "proof_token=1769854380000.8TgLaR8PbiH4t_-6_IqW_jJEWuIWQNmJ7iUuS4IvhBE";

const proof = {
  id: "pod_01m7x5rdwme1ct34p92xd7wpnk",
  types: ["signature", "photo"],
  missing: [],
  recipient_name: "Alex Example",
  handed_to: "recipient",
  signature: {
    url: `${proofUrl}/signature`,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    signer_name: "Alex Example",
    added_at: null,
  },
  photos: [
    {
      url: `${proofUrl}/photo-1`,
      sha256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
      content_type: "image/png",
      taken_at: "2026-01-31T10:07:50.000Z",
      added_at: null,
    },
  ],
  pin: null,
  note: null,
  location: { latitude: 52.5009, longitude: 13.4202, distance_to_address_meters: 4 },
  captured_at: "2026-01-31T10:08:00.000Z",
  captured_by: "driver",
  hash: linkHash,
};

const { id: _id, shipment_id: _shipment, status: _status, ...open } = quote;
const { environment: _environment, expires_at: _expiry, created_at: _creation, ...offer } = open;

const unavailable = [
  {
    carrier: { id: "car_01m7x5rdwme1ct34p92xd7wpnm", code: "cargo_van", name: "Cargo Van" },
    code: "out_of_zone",
    message: "The carrier does not serve this area.",
  },
];

/** Response examples of operations whose shape has an example of a later state. */
export const answerExamples: Readonly<Record<string, unknown>> = {
  ...createdExamples,
  correctShipment: shipmentEvents["shipment.corrected"].example.shipment,
  cancelShipment: shipmentEvents["shipment.cancelled"].example.shipment,
};

/** Whole examples by the title of their shape, where the members' own examples would contradict each other. */
export const examples: Readonly<Record<string, unknown>> = {
  ...fleetExamples,
  ...driverExamplesOf(delivered),
  ...contactExamplesOf(delivered),
  ...orderExamples,
  ...shipmentInputs,
  Shipment: delivered,
  ListedShipment: listedExampleOf(delivered, way.eta),
  Assignment: delivered.assignment,
  ...carrierExamplesOf(delivered),
  Quotes: {
    data: [quote],
    unavailable,
    status: "complete",
  },
  Estimate: {
    environment: "sandbox",
    distance_meters: 3390,
    warnings: [],
    data: [offer],
    unavailable,
  },
  Tracking: {
    shipment_id: delivered.id,
    ...way,
    carrier,
    driver,
    entries: entries.map((entry, index) => ({
      ...entry,
      sequence: index + 1,
      code: null,
      recorded_at: entry.occurred_at,
      location: null,
      photos: [],
      proof: null,
    })),
    proof_of_delivery: proof,
    tracking_url: delivered.tracking_url,
  },
  PublicTracking: {
    ...way,
    carrier: carrier?.name,
    driver: driver?.name,
    vehicle: driver?.vehicle.type,
    carrier_tracking: null,
    stops_before: null,
    window: delivered.delivery.window,
    sender: "Book shop",
    brand: { logo_url: null, color: "#0b7285", contact: { phone: "+4930123456", email: null, url: null } },
    pin: "none",
    instructions: { text: null, leave: null, may: { text: false, neighbor: false, safe_place: false } },
    rating: { thumb: "up", comment: "On time and friendly." },
    recipient: "Alex",
    language: null,
    town: "Berlin",
    time_zone: "Europe/Berlin",
    position: null,
    progress: { percent: 100, distance_meters: 3500, remaining_meters: 0 },
    failure_reason: null,
    redacted_at: null,
    destination: { latitude: 52.524, longitude: 13.411 },
    proof_access: "shown",
    entries: entries.map(({ source: _, hash: _hash, ...entry }) => ({ ...entry, code: null })),
    proof_of_delivery: {
      signature_url: `${publicProofUrl}/signature`,
      photo_urls: [`${publicProofUrl}/photo-1`],
      captured_at: proof.captured_at,
    },
  },
  ShownProof: {
    signature_url: `${publicProofUrl}/signature?${proofQuery}`,
    photo_urls: [`${publicProofUrl}/photo-1?${proofQuery}`],
    captured_at: proof.captured_at,
    recipient_name: "Alex Example",
  },
  Position: { ...position, age_seconds: undefined, stale: undefined },
  PositionsGeoJson: {
    type: "Feature",
    geometry: {
      type: "LineString",
      coordinates: [
        [13.4014, 52.5291],
        [13.4202, 52.5009],
      ],
    },
    properties: {
      shipment_id: delivered.id,
      recorded_at: ["2026-01-31T09:46:00.000Z", "2026-01-31T10:08:00.000Z"],
    },
  },
  Advanced: { shipment: delivered, made: ["at_delivery", "delivered"], next: [], without_effect: [] },
};
