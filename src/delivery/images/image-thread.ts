import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError, refuseFields } from "../../infra/errors.ts";
import { type AskedThread, askedThread } from "../../infra/threads/asked-thread.ts";
import { createTurns } from "../../infra/turns.ts";
import { type HashedImage, type Judged, judgeImage } from "./judging.ts";
import { imageWorkerUrl } from "./packaged.ts";

/** Judging fewer bytes takes less than handing them to a thread. */
const smallBytes = 64 * 1024;
/** So many pictures of an account, or of a carrier of the installation, wait: each is in memory. */
const waitingMax = 16;

const threadOf = inMemory(({ stopping }) => {
  const thread: AskedThread<Uint8Array, Judged> = askedThread({
    url: imageWorkerUrl,
    work: "judges pictures",
    // About two seconds of work, each of another account.
    waitingMax: 50,
    withinMs: 20_000,
    idleMs: 60_000,
    stopping,
  });
  return { thread, inTurn: createTurns(), waiting: new Map<string, number>() };
});

/**
 * Cleans and hashes a picture, a large one in a thread of its own. An owner has one there at a time, so that nobody's
 * many pictures keep others waiting.
 * @throws AppError `validation_failed`; `busy` when too many pictures wait already
 */
export async function hashedImage(deps: Deps, ownerId: string, bytes: Uint8Array): Promise<HashedImage> {
  const judged = bytes.length <= smallBytes ? judgeImage(bytes) : await askInTurn(deps, ownerId, bytes);
  if ("content" in judged) return judged;
  refuseFields(judged.refused);
  throw new Error("a picture was refused for nothing");
}

async function askInTurn(deps: Deps, ownerId: string, bytes: Uint8Array): Promise<Judged> {
  const { thread, inTurn, waiting } = threadOf(deps);
  const before = waiting.get(ownerId) ?? 0;
  if (before >= waitingMax) throw new AppError("busy");
  waiting.set(ownerId, before + 1);
  try {
    return await inTurn(ownerId, () => thread.ask(bytes));
  } finally {
    const left = (waiting.get(ownerId) ?? 1) - 1;
    if (left > 0) waiting.set(ownerId, left);
    else waiting.delete(ownerId);
  }
}
