/** What members mean where their own schema does not say it. Only names that mean the same everywhere. */

const byName: Readonly<Record<string, string>> = {
  accuracy_meters: "Radius around the position in which the device is, as it estimates itself.",
  api_version: "Version of the API whose shapes it has.",
  attempt_count: "How many attempts were made.",
  company: "Name of the company.",
  from_grams: "The weight from which the step counts.",
  from_meters: "The distance from which the step counts.",
  grace_period_seconds: "How long the former secret works beside the new one.",
  handed_to: "Who took the goods, or that they were left at a place.",
  heading_degrees: "Direction of travel, clockwise from north.",
  included_kg: "Kilograms that the base price includes.",
  included_km: "Kilometers that the base price includes.",
  included_miles: "Miles that the base price includes.",
  last4: "The last four characters of the secret.",
  line2: "More of the address, such as the floor.",
  metadata: "Your own values by name. Waybill keeps them and gives them back.",
  min_age: "Age in years that whoever takes the goods must have reached.",
  occurred_at: "When it happened, as its source says.",
  picked_up_at: "When the carrier took the goods. Null before.",
  plate: "License plate of the vehicle.",
  prefix: "How the secret begins.",
  previous_status: "The state before the event.",
  received_at: "When Waybill received it.",
  returned_at: "When the goods were back at the pickup. Null otherwise.",
  revoked_at: "When it was revoked. Null if it was not.",
  sequence: "Place of the event among those of the shipment, from 1.",
  speed_mps: "Speed in meters per second.",
  tracking_number: "Number by which people find the shipment. The label shows it.",
};

export function memberText(name: string): string | undefined {
  return Object.hasOwn(byName, name) ? byName[name] : undefined;
}

export const memberNames: readonly string[] = Object.keys(byName);
