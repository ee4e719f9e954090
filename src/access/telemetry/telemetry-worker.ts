/** The thread that writes telemetry: the one writer of that database. */
import { serveTasks } from "../../infra/db/writer-worker.ts";
import { eraseMentions, redactRequests } from "../request-log/redacting.ts";
import { forgetOwner, logRequests, removeRequests } from "../request-log/writing.ts";
import { addCounts, disownCounts, removeCounts, removeCountsAhead } from "../usage/writing.ts";

serveTasks([
  logRequests,
  removeRequests,
  forgetOwner,
  redactRequests,
  eraseMentions,
  addCounts,
  removeCounts,
  removeCountsAhead,
  disownCounts,
]);
