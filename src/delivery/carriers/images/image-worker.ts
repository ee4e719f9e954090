/** The thread that judges pictures, so that the main thread reads none of their bytes. One at a time, in order. */

import { answerRequests } from "../../../infra/threads/answering.ts";
import type { Judged } from "./validating.ts";
import { validateImage } from "./validating.ts";

answerRequests<Uint8Array, Judged>(validateImage, (judged) =>
  "content" in judged ? [judged.content.buffer] : [],
);
