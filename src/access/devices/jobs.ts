import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { removeEndedDevices } from "./service.ts";

/** Deletes expired links and idle devices once a day. */
export const deleteEndedDevices = (deps: Deps): CalendarJob => ({
  name: "devices.forget",
  pattern: "19 3 * * *",
  run: (now) => removeEndedDevices(deps, now),
});
