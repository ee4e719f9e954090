/** Scripts of simulated deliveries: their words and limits. */

export const scriptedCarriers = ["swift_bike", "city_van", "parcel_post"] as const;
export type ScriptedCarrier = (typeof scriptedCarriers)[number];
export const quoteAnswers = ["offer", "unavailable", "error", "none"] as const;
/** Why a carrier makes no offer. */
export const refusalCodes = [
  "no_drivers",
  "out_of_zone",
  "weight_exceeded",
  "dimensions_exceeded",
  "window_unavailable",
  "incomplete_address",
  "requirement_unsupported",
  "currency_mismatch",
] as const;

export const cancelAnswers = ["accept", "refuse", "wait"] as const;

/** The parts of a trip: to the pickup, to the delivery, and back to the pickup. */
export const legs = ["pickup", "delivery", "return"] as const;
export type Leg = (typeof legs)[number];

export const stepsMax = 200;
export const attemptsMax = 5;
export const repeatsMax = 10;
export const photosMax = 5;
/** 30 days. */
export const secondsMax = 2_592_000;
/** Of the rides of one assignment: each position is a row. */
export const positionsMax = 1_000;
/** Of one assignment, with those that come several times: each may be an event. */
export const reportsMax = 400;
/** Of a script as JSON: it is stored with its shipment. */
export const scriptBytesMax = 32 * 1024;
