import { type Deps, write } from "@/infra/deps.ts";
import { AppError } from "@/infra/errors.ts";
import { readPage } from "@/infra/http/pagination.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { writeOnce } from "@/infra/idempotency/service.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { requireManaged, type Side } from "../../../carriers/service.ts";
import { recordChange } from "../../setup/service.ts";
import { findAddress, makeAddress } from "../address.ts";
import type { HookStatus } from "../inbox.ts";
import { openHeaders } from "../receiving.ts";
import { carrierHookStore, type HookRow } from "../store.ts";
import type { CarrierHook, CarrierHookAddress, CarrierHookDetails, CarrierHookQuery } from "./schema.ts";
import { toHookDetails, toHookView } from "./view.ts";

/** What a carrier sent, for its owner. */

/** Newest first. @throws AppError `not_found` */
export function listHooks(deps: Deps, caller: Caller, side: Side, id: string, query: CarrierHookQuery) {
  const { id: carrierId } = requireManaged(deps, caller, side, id);
  const { environment } = caller;
  const statuses = query.status?.split(",") as HookStatus[] | undefined;
  const hooks = carrierHookStore(deps.stores.platform(environment).db);
  return readPage(deps, { name: "hooks", of: caller, filters: { carrierId, status: query.status } }, query, {
    read: (before, limit) => hooks.list({ carrierId, statuses, before, limit }),
    placeOf: (row) => row.id,
    view: (row) => toHookView(environment, row),
  });
}

/** @throws AppError `not_found` */
export function getHook(
  deps: Deps,
  caller: Caller,
  side: Side,
  id: string,
  hookId: string,
): CarrierHookDetails {
  const row = requireHook(deps, caller, side, id, hookId);
  return toHookDetails(caller.environment, row, openHeaders(deps, row));
}

/** Applies it again, whatever became of it. What it told before adds nothing. @throws AppError `not_found` */
export function retryHook(
  deps: Deps,
  caller: Caller,
  side: Side,
  id: string,
  hookId: string,
): Promise<CarrierHook> {
  const now = deps.realClock.now();
  return changeHook(deps, caller, { side, id, hookId }, () => ({
    status: "received",
    reason: null,
    queuedAt: now,
    dueAt: now,
  }));
}

/** Nobody needs to look at it any more. One that was applied stays so. @throws AppError `not_found` */
export function dismissHook(
  deps: Deps,
  caller: Caller,
  side: Side,
  id: string,
  hookId: string,
): Promise<CarrierHook> {
  return changeHook(deps, caller, { side, id, hookId }, ({ status }) =>
    status === "applied" ? {} : { status: "dismissed", dueAt: null },
  );
}

function changeHook(
  deps: Deps,
  caller: Caller,
  { side, id, hookId }: { side: Side; id: string; hookId: string },
  change: (row: HookRow) => Partial<HookRow>,
): Promise<CarrierHook> {
  return writeOnce(deps, caller, ({ tx }) => {
    const row = requireHook(deps, caller, side, id, hookId);
    const changed = change(row);
    if (Object.keys(changed).length > 0) carrierHookStore(tx).change(row.id, changed);
    return toHookView(caller.environment, { ...row, ...changed });
  });
}

/** @throws AppError `not_found`, also for a carrier that sends no webhooks */
export function getHookAddress(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  id: string,
): CarrierHookAddress {
  const { id: carrierId } = requireManaged(deps, caller, side, id);
  const address = findAddress(deps, caller.environment, carrierId);
  if (!address) throw sendsNone();
  return address;
}

/** The address before ends at once. @throws AppError `not_found`, also for a carrier that sends no webhooks */
export function rotateHookAddress(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  id: string,
): Promise<CarrierHookAddress> {
  return write(deps, caller.environment, (writing) => {
    const row = requireManaged(deps, caller, side, id);
    if (!deps.carrier(caller.environment, row.id)?.readHook) throw sendsNone();
    recordChange(writing, caller, "carrier.changed", row, ["hook_address"]);
    return makeAddress(writing, row.id);
  });
}

function sendsNone(): AppError {
  return new AppError("not_found", { detail: "Carriers of this kind send no webhooks." });
}

/** @throws AppError `not_found` */
function requireHook(deps: Deps, caller: Caller, side: Side, id: string, hookId: string): HookRow {
  const { id: carrierId } = requireManaged(deps, caller, side, id);
  const row = carrierHookStore(deps.stores.platform(caller.environment).db).find(hookId);
  if (row?.carrierId !== carrierId) throw new AppError("not_found");
  return row;
}
