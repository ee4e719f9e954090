import { notFound } from "@tanstack/react-router";

/** The filters in a page's address, by the names of the API's parameters. */
export type Filters<Name extends string> = Partial<Record<Name, string>>;

export const shipmentFilters = [
  "q",
  "reference",
  "status",
  "carrier_id",
  "order_form_id",
  "created_after",
  "created_before",
  "delivery_after",
  "delivery_before",
  "sort",
] as const;
/** Those of the list, and the day: `YYYY-MM-DD`. */
export const printedDayFilters = ["q", "reference", "status", "carrier_id", "day"] as const;
/** `kind`: what the list has. */
export const importFilters = ["kind"] as const;
export const contactFilters = ["q"] as const;
/** `kind`: the code of the kind that is chosen at first. */
export const newCarrierFilters = ["kind"] as const;
/** `copy`: the shipment that fills the form. */
export const newShipmentFilters = ["copy"] as const;
/** The stop whose pin is set: `pin` opens the map, `search` asks about the address at once. */
export const shipmentPageFilters = ["pin", "search"] as const;
export const deliveryFilters = [
  "status",
  "event_type",
  "shipment_id",
  "created_after",
  "created_before",
] as const;
export const carrierHookFilters = ["status"] as const;
export const eventFilters = ["type", "shipment_id", "created_after", "created_before"] as const;
export const chargeFilters = [
  "kind",
  "shipment_id",
  "carrier_id",
  "order_form_id",
  "created_after",
  "created_before",
] as const;
/** `who`: for whom the sheet is. */
export const howToFilters = ["who", "language"] as const;
/** `order_form_id`: the statement of that form's customer. */
export const statementFilters = ["month", "order_form_id"] as const;
export const requestFilters = [
  "caller",
  "method",
  "status",
  "route",
  "key_id",
  "token_id",
  "request_id",
  "created_after",
  "created_before",
] as const;
/** `rider`: whose jobs are listed, by id, `none` or `any`. `state`: their statuses. `shipment`, `driver`: the chosen one. */
export const dispatchFilters = ["q", "state", "carrier_id", "rider", "shipment", "driver"] as const;
export const usageFilters = ["from", "to", "group_by"] as const;
export const accountFilters = ["q", "tier", "status", "sort"] as const;

/** Reads the filters from an address that anybody may have typed: ignores unknown and empty ones. */
export function filtersOf<const Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>): Filters<Name> => {
    const texts = names.map((name) => [name, String(search[name] ?? "").trim()] as const);
    return Object.fromEntries(texts.filter(([, text]) => text !== "")) as Filters<Name>;
  };
}

/** A path parameter that is an id; anything else is "not found" and never part of a request. */
export function idParam<const Name extends string>(name: Name, prefix: string) {
  const form = new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
  return {
    parse: (params: Record<Name, string>) => {
      if (!form.test(params[name])) throw notFound();
      return params;
    },
  };
}
