import type { AccountEnvironment } from "../../../access/model.ts";
import { fromTimestamp } from "../../../infra/clock.ts";
import type { Deps } from "../../../infra/deps.ts";
import { createdWithin, orderedBy, readPage, spanOf } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { tidy } from "../../../infra/http/texts.ts";
import { withAssignment } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { trackingUrl } from "../../lifecycle/state/tracking-link.ts";
import { etasOf } from "../../lifecycle/tracking/reading.ts";
import { statuses } from "../../model/model.ts";
import { shipmentColumns } from "./csv.ts";
import { shipmentsOfDriver } from "./driver-list.ts";
import { type ShipmentPlace, toShipmentPlace } from "./list-place.ts";
import { scanMax } from "./list-plan.ts";
import { shipmentList } from "./list-store.ts";
import { toListedView } from "./list-view.ts";
import { countedUpTo, openCountedMax, type ShipmentOrder } from "./request.ts";
import type { ListedShipmentView, ShipmentQuery } from "./schema.ts";
import { isMeant, searchedTexts } from "./search.ts";
import type { ShipmentStatisticsView } from "./statistics-schema.ts";
import { shipmentsByState, shipmentsOfDays } from "./store.ts";

/** Counts the shipments in each state. */
export function countShipments(
  deps: Deps,
  { accountId, environment }: AccountEnvironment,
): ShipmentStatisticsView {
  const shipments = shipmentsByState(deps.stores.platform(environment).db);
  const counted = statuses.map((status) => [
    status,
    shipments.countIn(accountId, status, countedUpTo(status)),
  ]);
  return {
    environment,
    by_status: Object.fromEntries(counted),
    without_driver: shipments.countWithoutDriver(accountId, openCountedMax),
  };
}

/**
 * Newest first, or in the order of `sort`. A page is short, or empty, if it has scanned enough rows without an index;
 * its cursor goes on from there.
 */
export function listShipments(deps: Deps, caller: Caller, query: ShipmentQuery, maxima = scanMax) {
  const {
    limit: _limit,
    cursor: _cursor,
    environment: _environment,
    sort = orderOf(query),
    ...filters
  } = query;
  // A blank search is none.
  const q = filters.q?.trim() || undefined;
  const { driver_id: driverId } = filters;
  const { db } = deps.stores.platform(caller.environment);
  const { delivery_after, delivery_before } = filters;
  const [deliveryAfter, deliveryBefore] = spanOf({ delivery_after, delivery_before });
  const filter = {
    status: filters.status?.split(","),
    // Older shipments have the reference as it was sent.
    reference: only(filters.reference)?.flatMap((typed) => [...new Set([typed, tidy(typed)])]),
    carrierId: only(filters.carrier_id),
    returnOf: only(filters.return_of),
    scheduleId: only(filters.schedule_id),
    orderFormId: only(filters.order_form_id),
    withoutDriver:
      filters.without_driver === undefined ? undefined : [filters.without_driver === "true" ? 1 : 0],
    ...createdWithin(filters),
    updatedAfter: fromTimestamp(filters.updated_after),
    deliveryAfter,
    deliveryBefore,
    search: q === undefined ? undefined : searchedTexts(q),
    order: sort,
  };
  let stop: ShipmentPlace | undefined;
  // Cursors of "shipments" are of an older list, in the order of ids. This name refuses them.
  const list = { name: "shipments by time", of: caller, filters: orderedBy(sort, filters) };
  const page = readPage(deps, list, query, {
    read(place, count) {
      const beyond = place === undefined ? undefined : toPlace(place);
      if (driverId !== undefined) {
        const of = { accountId: caller.accountId, driverId };
        return shipmentsOfDriver(db, of, filter, beyond, count).filter(
          (row) => q === undefined || isMeant(q, row),
        );
      }
      const read = shipmentList(db).read(caller.accountId, filter, beyond, count, maxima);
      stop = read.stop;
      return q === undefined ? read.found : read.found.filter((row) => isMeant(q, row));
    },
    placeOf: (row) => placeOf(toShipmentPlace(row, sort)),
    stoppedAt: () => stop && placeOf(stop),
    view: (row: ShipmentRow) => row,
  });
  return { ...page, data: toListed(deps, caller, page.data) };
}

/** Who filters by a moment reads in its order, unless they name another. */
function orderOf({ updated_after, delivery_after, delivery_before }: ShipmentQuery): ShipmentOrder {
  if (updated_after !== undefined) return "updated";
  return delivery_after === undefined && delivery_before === undefined ? "newest" : "delivery";
}

/** The newest shipments since a time in which a text is found, unless their personal data was erased. */
export function recentShipments(
  { stores }: Deps,
  { accountId, environment }: AccountEnvironment,
  q: string,
  since: number,
  limit: number,
): ShipmentRow[] {
  const filter = { createdAfter: since, search: searchedTexts(q), order: "newest" } as const;
  const { found } = shipmentList(stores.platform(environment).db).read(
    accountId,
    filter,
    undefined,
    limit,
    scanMax,
  );
  return found.filter(({ redactedAt }) => redactedAt === null);
}

/** At most `limit` shipments whose first window begins within a span, then those without a window that were created in it. */
export function shipmentsWithin(
  { stores }: Deps,
  { accountId, environment }: AccountEnvironment,
  from: number,
  until: number,
  limit: number,
): ShipmentRow[] {
  const store = shipmentsOfDays(stores.platform(environment).db);
  return [store.byWindow, store.byCreation].flatMap((read) => read(accountId, from, until, limit));
}

/** Rows that a CSV reads at once. */
const csvPageRows = 100;

/** The list of shipments as CSV. */
export function csvOfShipments(deps: Deps, caller: Caller, query: ShipmentQuery) {
  return {
    name: "shipments",
    columns: shipmentColumns,
    read: (cursor = query.cursor) =>
      listShipments(deps, caller, { ...query, limit: csvPageRows, ...(cursor !== undefined && { cursor }) }),
  };
}

function toListed(deps: Deps, { environment }: Caller, rows: readonly ShipmentRow[]): ListedShipmentView[] {
  const { db } = deps.stores.platform(environment);
  const etas = etasOf(db, rows);
  const now = deps.clock.now();
  return rows.map((row) =>
    toListedView(withAssignment(db, row), {
      tracking: etas.get(row.id),
      environment,
      trackingUrl: trackingUrl(deps, row),
      now,
    }),
  );
}

const only = (value: string | undefined) => (value === undefined ? undefined : [value]);

const placeOf = ({ at, id }: ShipmentPlace) => `${at}.${id}`;

function toPlace(text: string): ShipmentPlace {
  const [at, id = ""] = text.split(".");
  return { at: Number(at), id };
}
