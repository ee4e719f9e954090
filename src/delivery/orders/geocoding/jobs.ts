import type { Environment } from "../../../infra/environment.ts";
import { mayType, restLeftMs } from "../../../infra/geocoding/geocoder.ts";
import type { Job } from "../../../infra/jobs/job.ts";
import { createSchedule } from "../../../infra/jobs/schedule.ts";
import { taskSet } from "../../../infra/jobs/tasks.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { geocodingQueue } from "../../lifecycle/places/queue.ts";
import { findPlaces } from "./finding.ts";

/** The geocoder decides when each is asked; these only wait for it, so that an urgent one need not wait for them. */
const inFlightMax = 8;
const backlogMax = 1_000;

/** Asks the geocoder about the addresses of shipments, those with the next pickup first. */
export function findAddresses(deps: DeliveryDeps, environment: Environment): Job {
  const name = `geocoding.find.${environment}`;
  // Pages ask for it at once.
  mayType(deps);
  const queue = geocodingQueue(deps, environment);
  /** Of rows that failed in Waybill itself. */
  const schedule = createSchedule({ from: Number.POSITIVE_INFINITY });
  /** When a row may be due; rows are read then. */
  let lookAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};
  const running = new Set<string>();
  const tasks = taskSet(deps, {
    name,
    synced: queue.synced,
    onEnd() {
      lookAt = Number.NEGATIVE_INFINITY;
      wake();
    },
  });
  return {
    name,
    environment,
    watch(given) {
      wake = given;
      queue.watch((_id, at) => {
        lookAt = Math.min(lookAt, at);
      });
    },
    nextDue() {
      if (running.size >= inFlightMax) return Number.POSITIVE_INFINITY;
      const restMs = restLeftMs(deps);
      const at = Math.min(lookAt, schedule.nextDue());
      return restMs > 0 ? Math.max(at, deps.realClock.now() + restMs) : at;
    },
    run(now) {
      // This ends the waits of those that failed.
      schedule.take(now, 1, () => []);
      if (restLeftMs(deps) > 0) return 0;
      const due = queue
        .urgent(now, 2 * inFlightMax)
        .filter(({ shipmentId }) => !running.has(shipmentId) && !schedule.isHeld(shipmentId))
        .slice(0, inFlightMax - running.size);
      for (const row of due) {
        running.add(row.shipmentId);
        tasks.start(schedule, row.shipmentId, () =>
          findPlaces(deps, environment, row).finally(() => running.delete(row.shipmentId)),
        );
      }
      lookAt = queue.read(now + 1, 1)[0]?.at ?? Number.POSITIVE_INFINITY;
      return due.length;
    },
    rebuild() {
      lookAt = Number.NEGATIVE_INFINITY;
    },
    findMissed(now) {
      if (lookAt <= now || running.size > 0) return undefined;
      const rows = queue.read(Number.NEGATIVE_INFINITY, backlogMax);
      return rows.find(({ id, at }) => at <= now && !schedule.isHeld(id));
    },
    backlog: (now) => queue.read(Number.NEGATIVE_INFINITY, backlogMax).filter(({ at }) => at <= now).length,
    oldestDueAt: () => queue.read(Number.NEGATIVE_INFINITY, 1)[0]?.at,
    lastFailure: tasks.lastFailure,
    drain: tasks.drain,
  };
}
