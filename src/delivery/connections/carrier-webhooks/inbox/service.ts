import { type Deps, write } from "@/infra/deps.ts";
import { AppError } from "@/infra/errors.ts";
import { readPage } from "@/infra/http/pagination.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { writeOnce } from "@/infra/idempotency/service.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { recordChange, requireManaged, type Side } from "../../../carriers/service.ts";
import { findAddress, makeAddress } from "../address.ts";
import type { CarrierWebhookStatus } from "../inbox.ts";
import { openHeaders } from "../receiving.ts";
import { type CarrierWebhookRow, carrierWebhookStore } from "../store.ts";
import type {
  CarrierWebhook,
  CarrierWebhookAddress,
  CarrierWebhookDetails,
  CarrierWebhookQuery,
} from "./schema.ts";
import { toCarrierWebhookDetails, toCarrierWebhookView } from "./view.ts";

/** What a carrier sent, for its owner. */

/** Newest first. @throws AppError `not_found` */
export function listCarrierWebhooks(
  deps: Deps,
  caller: Caller,
  side: Side,
  id: string,
  query: CarrierWebhookQuery,
) {
  const { id: carrierId } = requireManaged(deps, caller, side, id);
  const { environment } = caller;
  const statuses = query.status?.split(",") as CarrierWebhookStatus[] | undefined;
  const webhooks = carrierWebhookStore(deps.stores.platform(environment).db);
  return readPage(deps, { name: "hooks", of: caller, filters: { carrierId, status: query.status } }, query, {
    read: (before, limit) => webhooks.list({ carrierId, statuses, before, limit }),
    placeOf: (row) => row.id,
    view: (row) => toCarrierWebhookView(environment, row),
  });
}

/** @throws AppError `not_found` */
export function getCarrierWebhook(
  deps: Deps,
  caller: Caller,
  side: Side,
  id: string,
  hookId: string,
): CarrierWebhookDetails {
  const row = requireCarrierWebhook(deps, caller, side, id, hookId);
  return toCarrierWebhookDetails(caller.environment, row, openHeaders(deps, row));
}

/** Applies it again, whatever became of it. What it told before adds nothing. @throws AppError `not_found` */
export function retryCarrierWebhook(
  deps: Deps,
  caller: Caller,
  side: Side,
  id: string,
  hookId: string,
): Promise<CarrierWebhook> {
  const now = deps.realClock.now();
  return changeCarrierWebhook(deps, caller, { side, id, hookId }, () => ({
    status: "received",
    reason: null,
    queuedAt: now,
    dueAt: now,
  }));
}

/** Nobody needs to look at it any more. One that was applied stays so. @throws AppError `not_found` */
export function dismissCarrierWebhook(
  deps: Deps,
  caller: Caller,
  side: Side,
  id: string,
  hookId: string,
): Promise<CarrierWebhook> {
  return changeCarrierWebhook(deps, caller, { side, id, hookId }, ({ status }) =>
    status === "applied" ? {} : { status: "dismissed", dueAt: null },
  );
}

function changeCarrierWebhook(
  deps: Deps,
  caller: Caller,
  { side, id, hookId }: { side: Side; id: string; hookId: string },
  change: (row: CarrierWebhookRow) => Partial<CarrierWebhookRow>,
): Promise<CarrierWebhook> {
  return writeOnce(deps, caller, ({ tx }) => {
    const row = requireCarrierWebhook(deps, caller, side, id, hookId);
    const changed = change(row);
    if (Object.keys(changed).length > 0) carrierWebhookStore(tx).change(row.id, changed);
    return toCarrierWebhookView(caller.environment, { ...row, ...changed });
  });
}

/** @throws AppError `not_found`, also for a carrier that sends no webhooks */
export function getWebhookAddress(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  id: string,
): CarrierWebhookAddress {
  const { id: carrierId } = requireManaged(deps, caller, side, id);
  const address = findAddress(deps, caller.environment, carrierId);
  if (!address) throw sendsNone();
  return address;
}

/** The address before ends at once. @throws AppError `not_found`, also for a carrier that sends no webhooks */
export function rotateWebhookAddress(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  id: string,
): Promise<CarrierWebhookAddress> {
  return write(deps, caller.environment, (writing) => {
    const row = requireManaged(deps, caller, side, id);
    if (!deps.carrier(caller.environment, row.id)?.readWebhook) throw sendsNone();
    recordChange(writing, caller, "carrier.changed", row, ["hook_address"]);
    return makeAddress(writing, row.id);
  });
}

function sendsNone(): AppError {
  return new AppError("not_found", { detail: "Carriers of this kind send no webhooks." });
}

/** @throws AppError `not_found` */
function requireCarrierWebhook(
  deps: Deps,
  caller: Caller,
  side: Side,
  id: string,
  hookId: string,
): CarrierWebhookRow {
  const { id: carrierId } = requireManaged(deps, caller, side, id);
  const row = carrierWebhookStore(deps.stores.platform(caller.environment).db).find(hookId);
  if (row?.carrierId !== carrierId) throw new AppError("not_found");
  return row;
}
