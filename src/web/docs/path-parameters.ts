import { Id } from "../../infra/http/schema.ts";
import { goingLiveKinds } from "../../operator/need.ts";

/** The parameters in paths. */

const text = { type: "string" } as const;
const idOf = (prefix: Parameters<typeof Id>[0], description: string) => {
  const { pattern, examples } = Id(prefix);
  return { description, schema: { ...text, pattern, examples } };
};
const nameLengthMax = 100;

/** By the path segment before the parameter. */
const pathParameters: Record<string, object> = {
  shipments: idOf("shp", "The shipment."),
  contacts: idOf("con", "The contact."),
  "order-forms": idOf("frm", "The order form."),
  "order-requests": idOf("ord", "The order."),
  orders: idOf("ord", "The order."),
  schedules: idOf("sch", "The schedule."),
  imports: idOf("imp", "The import."),
  rows: {
    description: "The row, as a spreadsheet counts.",
    schema: { ...text, pattern: "^[1-9][0-9]{0,5}$", examples: ["7"] },
  },
  tracking: idOf("shp", "The shipment."),
  assignments: idOf("asg", "The assignment."),
  webhooks: idOf("whe", "The webhook endpoint."),
  hooks: idOf("hook", "The carrier's webhook."),
  deliveries: idOf("dlv", "The delivery."),
  events: idOf("evt", "The event."),
  requests: idOf("req", "The request."),
  keys: idOf("key", "The API key."),
  carriers: idOf("car", "The carrier."),
  attention: idOf("att", "The item."),
  tokens: idOf("tok", "The token."),
  drivers: idOf("drv", "The driver."),
  devices: idOf("dev", "The device."),
  accounts: idOf("acct", "The account."),
  stages: idOf("acct", "The stage's account."),
  tiers: {
    description: "The tier's name.",
    schema: { ...text, maxLength: nameLengthMax, examples: ["free"] },
  },
  backups: {
    description: "The backup's name.",
    schema: { ...text, maxLength: nameLengthMax, examples: ["waybill-2026-01-31T020701Z"] },
  },
  needs: {
    description: "The kind of what is missing.",
    schema: { ...text, enum: goingLiveKinds, examples: ["no_map"] },
  },
  statements: {
    description: "The month in UTC, such as `2026-01`.",
    schema: { ...text, pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])$", examples: ["2026-01"] },
  },
  images: idOf("img", "The image."),
  sessions: idOf("ses", "The session."),
  members: idOf("usr", "The person."),
  invitations: idOf("inv", "The invitation."),
  track: {
    description: "The last part of the shipment's `tracking_url`.",
    schema: { ...text, maxLength: nameLengthMax },
  },
  proof: {
    description: "The name in the image's `url`.",
    schema: { ...text, maxLength: nameLengthMax, examples: ["signature"] },
  },
};

/** @throws Error for a place that has no entry */
export function pathParameter(before: string): object {
  const found = pathParameters[before];
  if (!found) throw new Error(`say what the parameter after ${before} stands for`);
  return found;
}
