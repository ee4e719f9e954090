/** One line of an export: what it is, in the shape in which the API shows it. */

export const lineTypes = [
  "account",
  "logo",
  "user",
  "invitation",
  "audit_entry",
  "key",
  "webhook",
  "carrier",
  "rate_card",
  "carrier_hook",
  "token",
  "driver",
  "device",
  "driver_notice",
  "contact",
  "schedule",
  "order_form",
  "order_request",
  "import",
  "import_row",
  "shipment",
  "pin",
  "quote",
  "assignment",
  "tracking",
  "position",
  "picture",
  "label",
  "recipient_mail",
  "charge",
  "event",
  "end",
] as const;
export type LineType = (typeof lineTypes)[number];

export interface Line {
  type: LineType;
  data: object;
}
