/** What a list is narrowed to, as the page's address has it: each under the name of the API's parameter. */
export type Filters<Name extends string> = Partial<Record<Name, string>>;

export const shipmentFilters = [
  "q",
  "reference",
  "status",
  "carrier_id",
  "created_after",
  "created_before",
] as const;
export const deliveryFilters = [
  "status",
  "event_type",
  "shipment_id",
  "created_after",
  "created_before",
] as const;
export const eventFilters = ["type", "shipment_id", "created_after", "created_before"] as const;
export const requestFilters = [
  "caller",
  "method",
  "status",
  "route",
  "key_id",
  "request_id",
  "created_after",
  "created_before",
] as const;
export const usageFilters = ["from", "to", "group_by"] as const;
export const accountFilters = ["q", "tier", "status"] as const;

/** How an address that anybody may have typed is read: what is not named, or empty, is not there. */
export function filtersOf<const Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>): Filters<Name> => {
    const texts = names.map((name) => [name, String(search[name] ?? "").trim()] as const);
    return Object.fromEntries(texts.filter(([, text]) => text !== "")) as Filters<Name>;
  };
}
