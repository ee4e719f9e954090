import { type EventSource, encodeEvents } from "../../../api/stream.ts";
import type { DriverPrincipal } from "../../../infra/http/principal.ts";
import { watch } from "../../../messaging/events/watch.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { jobsOfDriver } from "../../lifecycle/driver-jobs/reading.ts";

/** Tells a driver's phone that reading again is worth it, and nothing of what has changed. */

/** A phone reads again for each frame. */
const pauseMs = 500;
const frame = encodeEvents([{ event: "changed", data: "{}" }]);

/** The first frame comes at once: who was away reads again, and so has missed nothing. */
export function openDriverStream(deps: DeliveryDeps, driver: DriverPrincipal): () => EventSource {
  const { db } = deps.stores.platform(driver.environment);
  return () => {
    const own = watch(driver.driverId);
    let jobs = watchJobs();
    let seen = -1;
    const changes = () => [own, ...jobs].reduce((sum, watching) => sum + watching.changes(), 0);
    return {
      pauseMs,
      hasNews: () => changes() !== seen,
      read() {
        const before = jobs;
        jobs = watchJobs();
        for (const watching of before) watching.stop();
        seen = changes();
        return frame;
      },
      close() {
        for (const watching of [own, ...jobs]) watching.stop();
      },
    };
  };

  function watchJobs() {
    return jobsOfDriver(db, driver.driverId).map(({ assignmentId }) => watch(assignmentId));
  }
}
