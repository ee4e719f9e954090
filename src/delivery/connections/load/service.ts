import { toTimestamp } from "../../../infra/clock.ts";
import { write } from "../../../infra/deps.ts";
import { invalidField } from "../../../infra/errors.ts";
import { dayMs } from "../../../infra/units.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { requireFleet } from "../../carriers/kinds/fleet/cards.ts";
import { type Load, loadAt } from "../../carriers/load.ts";
import { type Manager, recordChange, type Side, saveLoad } from "../../carriers/service.ts";
import type { CarrierLoad, SetCarrierLoad } from "./schema.ts";

/** A fleet slows down, or takes no orders, until a time. Nothing has to end it: offers ask whether the time has passed. */

/** Who is closed for longer pauses the fleet. */
const daysMax = 31;

/** @throws AppError `not_found`, also for a carrier of another kind */
export function getLoad(deps: DeliveryDeps, caller: Manager, side: Side, id: string): CarrierLoad {
  return toView(loadAt(requireFleet(deps, caller, side, id).load, deps.clock.now()));
}

/** Replaces the load. Open quotes keep their times. @throws AppError `not_found`, `validation_failed` */
export function putLoad(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  id: string,
  input: SetCarrierLoad,
): Promise<CarrierLoad> {
  return write(deps, caller.environment, (writing) => {
    const { now } = writing;
    const before = requireFleet(deps, caller, side, id);
    const load = soundLoad(input, now);
    if (!Bun.deepEquals(load, loadAt(before.load, now))) {
      saveLoad(writing, before, load);
      recordChange(writing, caller, "carrier.changed", before, ["load"]);
    }
    return toView(load);
  });
}

/** Null where nothing is unusual. @throws AppError `validation_failed` */
function soundLoad(
  { extra_minutes, accepts_orders, until = null, text = null }: SetCarrierLoad,
  now: number,
): Load | null {
  if (extra_minutes === 0 && accepts_orders) return null;
  if (until === null)
    throw invalidField("#/until", "required", "is required, so that the load ends by itself");
  const untilAt = Date.parse(until);
  if (untilAt <= now) throw invalidField("#/until", "in_past", "must be in the future");
  if (untilAt > now + daysMax * dayMs) {
    throw invalidField("#/until", "too_late", `must be within ${daysMax} days`);
  }
  return { extraMinutes: extra_minutes, acceptsOrders: accepts_orders, until: untilAt, text };
}

function toView(load: Load | null): CarrierLoad {
  if (load === null) return { extra_minutes: 0, accepts_orders: true, until: null, text: null };
  return {
    extra_minutes: load.extraMinutes,
    accepts_orders: load.acceptsOrders,
    until: toTimestamp(load.until),
    text: load.text,
  };
}
