/** Facts that need a person and that no other row tells. */
const troubleKinds = [
  "pin_refused",
  "report_refused",
  "contradicting_report",
  "booking_kept",
  "refund_refused",
  "tracking_ended",
] as const;
export type TroubleKind = (typeof troubleKinds)[number];
