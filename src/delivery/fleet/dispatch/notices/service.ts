import { AppError } from "@/infra/errors.ts";
import { type PageQuery, readPage } from "@/infra/http/pagination.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { writeOnce } from "@/infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import type { Manager, Side } from "../../../carriers/service.ts";
import { findNotice, listNoticeRows } from "../../../lifecycle/driver-notices/reading.ts";
import { addNote } from "../../../lifecycle/driver-notices/transitions.ts";
import { findShipment } from "../../../lifecycle/state/reading.ts";
import { requireDriver } from "../../drivers/reading.ts";
import type { NoticeView, WriteNote } from "./schema.ts";
import { toNoticeView } from "./view.ts";

/** What a dispatcher sees of what drivers were told, and what they write to one. */

interface NoticeQuery extends PageQuery {
  driver_id?: string;
  shipment_id?: string;
  seen?: "true" | "false";
}

/** What the drivers of this side were told within 30 days, newest first. The operator reads no names and no addresses. */
export function listNotices(deps: DeliveryDeps, caller: Manager, side: Side, query: NoticeQuery) {
  const { driver_id: driverId, shipment_id: shipmentId, seen } = query;
  const { db } = deps.stores.platform(caller.environment);
  const filters = { side, driverId, shipmentId, seen };
  const wanted = {
    owner: side === "account" ? caller.accountId : undefined,
    driverId,
    shipmentId,
    seen: seen && (seen === "true" ? ({ yes: true } as const) : ({ no: true } as const)),
  };
  return readPage(deps, { name: "driver notices", of: caller, filters }, query, {
    read: (before, limit) => listNoticeRows(db, { ...wanted, before, limit }),
    placeOf: ({ id }) => id,
    view: (row): NoticeView => {
      const shipment = row.shipmentId === null ? null : (findShipment(db, row.shipmentId) ?? null);
      const notice = toNoticeView(row, shipment);
      return side === "account" ? notice : withoutPlaces(notice);
    },
  });
}

/** Of accounts' shipments the operator knows nothing personal. */
function withoutPlaces(notice: NoticeView): NoticeView {
  const changes = notice.changes.map((change) => ({ ...change, previous_address: null }));
  return { ...notice, name: null, address_line: null, changes };
}

/**
 * The driver's phone shows the text until the driver has seen it. The stored response holds the note's id alone, so that
 * nothing of it outlasts the driver; a repeated request reads it.
 * @throws AppError `not_found`
 */
export async function writeNote(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  driverId: string,
  { text }: WriteNote,
): Promise<NoticeView> {
  const { id } = await writeOnce(
    deps,
    caller,
    (writing: DeliveryWriting) => {
      const { accountId } = requireDriver(deps, caller, side, driverId);
      return { id: addNote(writing, { driverId, accountId }, text).id };
    },
    { isFinal: false },
  );
  const row = findNotice(deps.stores.platform(caller.environment).db, id);
  if (!row) throw new AppError("not_found");
  return toNoticeView(row, null);
}
