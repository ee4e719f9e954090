import { type Deps, inMemory } from "../../infra/deps.ts";
import { type AskedThread, askedThread } from "../../infra/threads/asked-thread.ts";
import type { LabelContent, LabelFormat, LabelSize } from "./label.ts";
import { labelWorkerUrl } from "./packaged.ts";

export interface LabelRequest {
  content: LabelContent;
  format: LabelFormat;
  size: LabelSize;
}

/** The thread of an installation. */
const threadOf = inMemory(
  ({ stopping }): AskedThread<LabelRequest, Uint8Array> =>
    askedThread({
      url: labelWorkerUrl,
      work: "draws labels",
      // About two seconds of work.
      waitingMax: 50,
      withinMs: 20_000,
      // It takes 100 MB, and 60 MB more once it has made a PNG.
      idleMs: 60_000,
      stopping,
    }),
);

/** Draws a label in a thread of its own. @throws AppError `busy` when too many labels wait already */
export async function renderLabel(deps: Deps, request: LabelRequest): Promise<Uint8Array> {
  return threadOf(deps).ask(request);
}
