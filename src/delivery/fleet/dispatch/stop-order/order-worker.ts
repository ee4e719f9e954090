/** The thread that orders stops, so that the main thread never does. */

import { answerRequests } from "@/infra/threads/answering.ts";
import { orderStops } from "./ordering.ts";

answerRequests(orderStops);
