import type { Requirements, Substatus } from "../../../model/model.ts";

/** The words of a rate card. */

/** In the order of ISO 8601: Monday is the first day. */
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** What a shipment can require, as surcharges name it. */
export const requirementWords = [
  "signature",
  "photo",
  "pin",
  "min_age",
] as const satisfies readonly (keyof Requirements)[];
export type RequirementWord = (typeof requirementWords)[number];

/** Where a condition of a surcharge is judged. */
export const stopWords = ["pickup", "delivery"] as const;
export type StopWord = (typeof stopWords)[number];

/** What the percent of a surcharge is of. */
export const percentBases = ["lines", "all_before"] as const;

/** The substatuses at which a step of the cancellation fees can end. Goods that are picked up are not cancelled. */
export const feeSubstatuses = [
  "confirmed",
  "en_route_to_pickup",
  "at_pickup",
  "picked_up",
] as const satisfies readonly Substatus[];

/** Lines of a price that are no surcharge. A surcharge may not have one of these codes. */
export const priceLineCodes = [
  "base",
  "distance",
  "weight",
  "parcels",
  "weight_step",
  "minimum",
  "maximum",
] as const;
