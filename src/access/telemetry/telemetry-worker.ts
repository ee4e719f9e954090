/** The thread that writes telemetry: the one writer of that database. */
import { serveTasks } from "../../infra/db/writer-worker.ts";
import { redactRequests } from "../request-log/redacting.ts";
import { forgetOwner, logRequests, removeRequests } from "../request-log/writing.ts";
import { addCounts, removeCounts } from "../usage/writing.ts";

serveTasks([logRequests, removeRequests, forgetOwner, redactRequests, addCounts, removeCounts]);
