/** The thread that judges rate cards, so that the main thread never judges a large one. */

import { answerRequests } from "@/infra/threads/answering.ts";
import { validateCard } from "./judging.ts";

answerRequests(validateCard);
