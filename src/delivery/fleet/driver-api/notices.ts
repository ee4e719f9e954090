import { write } from "../../../infra/deps.ts";
import type { DriverPrincipal } from "../../../infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { findNotice, findWithdrawn, type NoticeRow } from "../../lifecycle/driver-notices/reading.ts";
import { markReached } from "../../lifecycle/driver-notices/transitions.ts";
import { answerWithdrawnRecall } from "../../lifecycle/recalling.ts";
import { unseenViewsOf } from "../dispatch/notices/reading.ts";
import type { ConfirmNotices, NoticesView } from "../dispatch/notices/schema.ts";
import { applySeen } from "../dispatch/notices/seen.ts";
import { requireSelf } from "../drivers/reading.ts";
import { clockOffset } from "./clock-offset.ts";

/**
 * The phone has what its driver is told, or the driver has seen it. Who had a recall that was withdrawn meanwhile hears
 * that the goods go on. What else was withdrawn, and what is another driver's, changes nothing.
 * @returns what is not seen yet
 * @throws AppError `device_required`
 */
export function confirmNotices(
  deps: DeliveryDeps,
  driver: DriverPrincipal,
  { sent_at, reached = [], seen = [] }: ConfirmNotices,
): Promise<NoticesView> {
  const offsetMs = clockOffset(Date.parse(sent_at), deps.clock.now());
  return write(deps, driver.environment, (writing: DeliveryWriting) => {
    const { tx } = writing;
    const { id: driverId } = requireSelf(tx, driver);
    const own = (id: string): NoticeRow[] => {
      const row = findNotice(tx, id);
      return row?.driverId === driverId ? [row] : [];
    };
    for (const row of reached.flatMap(own)) markReached(writing, row);
    for (const { id, at } of seen) {
      for (const row of own(id)) applySeen(writing, row, Date.parse(at) + offsetMs);
    }
    for (const id of [...reached, ...seen.map((one) => one.id)]) {
      const withdrawn = findWithdrawn(tx, id);
      if (withdrawn?.driverId === driverId) answerWithdrawnRecall(writing, withdrawn);
    }
    return { data: unseenViewsOf(tx, driverId) };
  });
}
