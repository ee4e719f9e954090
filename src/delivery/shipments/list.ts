import type { AccountEnvironment } from "../../access/model.ts";
import type { Deps } from "../../infra/deps.ts";
import { createdWithin, readPage } from "../../infra/http/pagination.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { withAssignment } from "../lifecycle/reading.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import { toShipmentView } from "../lifecycle/view.ts";
import { statuses } from "../model.ts";
import { type ShipmentPlace, scanMax, shipmentList } from "./list-store.ts";
import { countedMax } from "./request.ts";
import type { ShipmentQuery, ShipmentStatisticsView } from "./schema.ts";
import { shipmentsByState } from "./store.ts";

/** Counts the shipments in each state. */
export function countShipments(
  deps: Deps,
  { accountId, environment }: AccountEnvironment,
): ShipmentStatisticsView {
  const shipments = shipmentsByState(deps.stores.platform(environment).db);
  const counted = statuses.map((status) => [status, shipments.countIn(accountId, status, countedMax)]);
  return { environment, by_status: Object.fromEntries(counted) };
}

/**
 * Newest first. A page is short, or empty, if it has scanned enough rows without an index; its cursor goes on from
 * there.
 */
export function listShipments(deps: Deps, caller: Caller, query: ShipmentQuery, maxima = scanMax) {
  const { limit: _limit, cursor: _cursor, environment: _environment, ...filters } = query;
  const { db } = deps.stores.platform(caller.environment);
  const filter = {
    status: filters.status?.split(","),
    reference: only(filters.reference),
    carrierId: only(filters.carrier_id),
    ...createdWithin(filters),
    search: filters.q?.toLowerCase(),
  };
  let stop: ShipmentPlace | undefined;
  // Cursors of "shipments" are of an older list, in the order of ids. This name refuses them.
  return readPage(deps, { name: "shipments by time", of: caller, filters }, query, {
    read(before, count) {
      const from = before === undefined ? undefined : toPlace(before);
      const page = shipmentList(db).read(caller.accountId, filter, from, count, maxima);
      stop = page.stop;
      return page.found;
    },
    placeOf,
    stoppedAt: () => stop && placeOf(stop),
    view(row: ShipmentRow) {
      const { shipment, assignment } = withAssignment(db, row);
      return toShipmentView(shipment, assignment, caller.environment, deps.publicUrl());
    },
  });
}

const only = (value: string | undefined) => (value === undefined ? undefined : [value]);

const placeOf = ({ createdAt, id }: ShipmentPlace) => `${createdAt}.${id}`;

function toPlace(text: string): ShipmentPlace {
  const [createdAt, id = ""] = text.split(".");
  return { createdAt: Number(createdAt), id };
}
