import { type Static, Type } from "@sinclair/typebox";
import { Environment, Named } from "../../../infra/http/schema.ts";
import { statuses } from "../../model/model.ts";
import { countedUpTo, openCountedMax } from "./request.ts";

/** With commas. Each start would load the languages of `toLocaleString` for it, which takes 2 ms. */
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

const UpTo = (maximum: number, description = "") =>
  Type.Integer({
    minimum: 0,
    maximum,
    description: `${description}Capped at ${grouped(maximum)}.`,
  });
export const ShipmentStatisticsSchema = Named("ShipmentStatistics", {
  environment: Environment,
  by_status: Named(
    "ShipmentsByStatus",
    Object.fromEntries(statuses.map((status) => [status, UpTo(countedUpTo(status))])),
  ),
  without_driver: UpTo(
    openCountedMax,
    "Of those that are `assigned`: a fleet has them, and none of its drivers does. ",
  ),
});
export type ShipmentStatisticsView = Static<typeof ShipmentStatisticsSchema>;
