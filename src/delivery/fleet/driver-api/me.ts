import { linkDevice } from "../../../access/devices/linking.ts";
import type { LinkDevice } from "../../../access/devices/schema.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import type { DriverPrincipal, RequestOrigin } from "../../../infra/http/principal.ts";
import { dayMs } from "../../../infra/units.ts";
import { findRow } from "../../carriers/service.ts";
import { jobsOfDriver } from "../../lifecycle/driver-jobs/reading.ts";
import { absenceOf } from "../drivers/absences.ts";
import { requireSelf } from "../drivers/reading.ts";
import { toDriverMembers } from "../drivers/view.ts";
import { tapDuty } from "../positions/duty.ts";
import { clockOffset } from "./clock-offset.ts";
import type { DriverMeView, SetDuty } from "./me-schema.ts";

/** Every fifth second shows a turn into a street; three of them in one request save a phone's battery. */
const positions = { every_seconds: 5, batch_seconds: 15 };

/** What the driver who calls needs to begin. @throws AppError `device_required` for one that was deleted */
export function getMe(deps: Deps, driver: DriverPrincipal): DriverMeView {
  const { environment, carrierId } = driver;
  const { db } = deps.stores.platform(environment);
  const row = requireSelf(db, driver);
  const carrier = findRow(deps, environment, carrierId);
  if (!carrier) throw new AppError("device_required");
  return {
    driver: { id: row.id, ...toDriverMembers(row) },
    carrier: { id: carrier.id, name: carrier.name },
    environment,
    waiting: jobsOfDriver(db, row.id).filter(({ status }) => status === "offered").length,
    push: deps.pushKeys && driver.by.kind === "device" ? { public_key: deps.pushKeys.publicKey } : null,
    positions,
  };
}

/**
 * The driver goes on duty or off, or did so without a network.
 * @throws AppError as `getMe`, `validation_failed`, `driver_absent`
 */
export async function putDuty(
  deps: Deps,
  driver: DriverPrincipal,
  { on_duty, until, at, sent_at }: SetDuty,
): Promise<DriverMeView> {
  const receivedAt = deps.clock.now();
  const offsetMs = sent_at === undefined ? 0 : clockOffset(Date.parse(sent_at), receivedAt);
  const tappedAt = at === undefined ? receivedAt : Date.parse(at) + offsetMs;
  const untilAt = until === undefined ? null : Date.parse(until) + offsetMs;
  if (untilAt !== null) refuseUnfit(untilAt, tappedAt);
  await write(deps, driver.environment, (writing) => {
    const { tx, now } = writing;
    const self = requireSelf(tx, driver);
    const absence = on_duty ? absenceOf(tx, self.id, now) : undefined;
    if (absence) throw new AppError("driver_absent");
    tapDuty(writing, self, on_duty, tappedAt, untilAt);
  });
  return getMe(deps, driver);
}

/** A break that a phone told late may be over by now. @throws AppError `validation_failed` */
function refuseUnfit(untilAt: number, tappedAt: number): void {
  if (untilAt <= tappedAt) throw invalidField("#/until", "in_past", "must be after the change of duty");
  if (untilAt > tappedAt + dayMs) throw invalidField("#/until", "too_late", "must be within 24 hours");
}

/** Connects a device. @returns the token for its cookie. @throws AppError as `linkDevice` and `getMe` */
export async function connect(
  deps: Deps,
  input: LinkDevice,
  replacedToken: string | undefined,
  origin: RequestOrigin,
): Promise<{ token: string; view: DriverMeView }> {
  const { token, driver } = await linkDevice(deps, input, replacedToken, origin);
  return { token, view: getMe(deps, driver) };
}
