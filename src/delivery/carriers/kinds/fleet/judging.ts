import { type Deps, inMemory } from "@/infra/deps.ts";
import { AppError, type AppErrorOptions, type ErrorCode, refuseFields } from "@/infra/errors.ts";
import { jsonBody } from "@/infra/http/body.ts";
import { readWith } from "@/infra/http/reading.ts";
import { type AskedThread, askedThread } from "@/infra/threads/asked-thread.ts";
import { bytesPerKb } from "@/infra/units.ts";
import { cardText, type ServiceNames, serviceNames } from "./card-text.ts";
import { cardErrors } from "./faults.ts";
import { judgingWorkerUrl } from "./packaged.ts";
import { type RateCard, RateCardInput } from "./schema.ts";

/** Judges rate cards as they are sent. */

/** A card that can be used. */
interface SoundCard {
  /** The current version, as its sender says. */
  expected: number | undefined;
  text: string;
  services: ServiceNames[];
}

/** What the thread says: errors do not cross threads. */
export type Judgment = { sound: SoundCard } | { refused: ErrorCode; options: AppErrorOptions };

/** Smaller bodies take a few milliseconds, and no thread has to start for them. */
const ownThreadBytesMax = 16 * bytesPerKb;

/** The thread of an installation. */
const threadOf = inMemory(
  ({ stopping }): AskedThread<Uint8Array, Judgment> =>
    askedThread({
      url: judgingWorkerUrl,
      work: "judges rate cards",
      atOnceMax: 1,
      // About twenty seconds of work at the very most.
      waitingOfAccountMax: 20,
      withinMs: 30_000,
      idleMs: 60_000,
      stopping,
    }),
);

/**
 * The card in the body. Judging a large one takes a second, so a thread does it, in which accounts take turns.
 * @throws AppError `body_unparsable`, `validation_failed`; `busy` when too many cards wait already
 */
export async function soundCard(deps: Deps, accountId: string, body: Uint8Array): Promise<SoundCard> {
  const judged =
    body.length > ownThreadBytesMax ? await threadOf(deps).ask(accountId, () => body) : validateCard(body);
  if ("sound" in judged) return judged.sound;
  throw new AppError(judged.refused, judged.options);
}

/** Validates the body in this thread. */
export function validateCard(body: Uint8Array): Judgment {
  try {
    const { value: card } = readWith(RateCardInput, jsonBody.parse(body, ""), undefined);
    refuseFields(cardErrors(card));
    const { warnings: _warnings, ...kept } = card as RateCard;
    return { sound: { expected: kept.version, text: cardText(kept), services: serviceNames(kept) } };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code, options: error.options };
    throw error;
  }
}
