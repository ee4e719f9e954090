import { type Deps, inMemory } from "../../../infra/deps.ts";
import { refuseFields } from "../../../infra/errors.ts";
import { type AskedThread, askedThread } from "../../../infra/threads/asked-thread.ts";
import { imageWorkerUrl } from "./packaged.ts";
import { type HashedImage, type Judged, validateImage } from "./validating.ts";

/** Judging fewer bytes takes less than handing them to a thread. */
const smallBytes = 64 * 1024;
const threadOf = inMemory(
  ({ stopping }): AskedThread<Uint8Array, Judged> =>
    askedThread({
      url: imageWorkerUrl,
      work: "judges pictures",
      atOnceMax: 1,
      // Of an account, or of a carrier of the installation: each is in memory.
      waitingOfAccountMax: 16,
      withinMs: 20_000,
      idleMs: 60_000,
      stopping,
    }),
);

/**
 * Cleans and hashes a picture, a large one in a thread of its own, in which owners take turns.
 * @throws AppError `validation_failed`; `busy` when too many pictures wait already
 */
export async function hashedImage(deps: Deps, ownerId: string, bytes: Uint8Array): Promise<HashedImage> {
  const judged =
    bytes.length <= smallBytes ? validateImage(bytes) : await threadOf(deps).ask(ownerId, () => bytes);
  if ("content" in judged) return judged;
  refuseFields(judged.refused);
  throw new Error("a picture was refused for nothing");
}
