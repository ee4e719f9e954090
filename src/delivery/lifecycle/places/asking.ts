import { type Deps, inMemory, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { type FoundPlace, placeAmong } from "../../../infra/geocoding/belief.ts";
import { ask, isGeocoding } from "../../../infra/geocoding/geocoder.ts";
import type { PlacePrecision } from "../../../infra/geocoding/hit.ts";
import { dayMs } from "../../../infra/units.ts";
import { settlesWithin } from "../../../infra/waiting/timeout.ts";
import { type AddressText, addressHash, countriesOf, questionOf } from "./address-text.ts";
import { placeStore } from "./store.ts";

/** Asks the geocoder about addresses, each once, and keeps what it answered. */

const foundMs = 90 * dayMs;
const nothingFoundMs = dayMs;
const answersMax = 100_000;
/** How many go at once where there are too many. */
const forgottenAtOnce = 1_000;
const waitMaxMs = 2_000;

/** `settled`: what it found is stored, also that it found nothing. The others change nothing. */
export type Asked = "settled" | "failed" | "unasked";

const memory = inMemory(
  (deps) =>
    Object.fromEntries(
      environments.map((environment) => [
        environment,
        { asked: new Map<string, Promise<Asked>>(), answers: countAnswers(deps, environment) },
      ]),
    ) as Record<Environment, { asked: Map<string, Promise<Asked>>; answers: number }>,
);

function countAnswers(deps: Deps, environment: Environment): number {
  return placeStore(deps.stores.platform(environment).db)
    .byPrecision()
    .reduce((sum, { n }) => sum + n, 0);
}

/** Asks about one address, unless its answer is known. Whoever asks about the same meanwhile waits for the same. */
export function askAbout(
  deps: Deps,
  environment: Environment,
  address: AddressText,
  wish: Parameters<typeof ask>[2],
): Promise<Asked> {
  const { asked } = memory(deps)[environment];
  const hash = addressHash(deps, address);
  const { db } = deps.stores.platform(environment);
  if (placeStore(db).answer(hash, deps.realClock.now())) return Promise.resolve("settled");
  const running = asked.get(hash);
  if (running) return running;
  const asking = askNow(deps, environment, address, hash, wish).finally(() => asked.delete(hash));
  asked.set(hash, asking);
  return asking;
}

async function askNow(
  deps: Deps,
  environment: Environment,
  address: AddressText,
  hash: string,
  wish: Parameters<typeof ask>[2],
): Promise<Asked> {
  const reply = await ask(deps, questionOf(address), wish);
  if (reply.kind !== "answered") return reply.kind;
  const { postal_code = null } = address;
  const place = placeAmong(reply.hits, { ...address, postal_code }, countriesOf(address));
  await keepAnswer(deps, environment, hash, place);
  return "settled";
}

async function keepAnswer(
  deps: Deps,
  environment: Environment,
  hash: string,
  place: FoundPlace | null,
): Promise<void> {
  const now = deps.realClock.now();
  const own = memory(deps)[environment];
  await write(deps, environment, ({ tx }) => {
    const places = placeStore(tx);
    places.saveAnswer({
      addressHash: hash,
      precision: place?.precision ?? null,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      expiresAt: now + (place ? foundMs : nothingFoundMs),
    });
    if (own.answers >= answersMax) places.forgetFirst(forgottenAtOnce);
  });
  // Some expired meanwhile, so a count that is full is made anew.
  own.answers = own.answers >= answersMax ? countAnswers(deps, environment) : own.answers + 1;
}

/** How many answers are kept, by how exactly they found an address. */
export function countFound({ stores }: Deps): Record<PlacePrecision | "nothing", number> {
  const found = { house: 0, street: 0, area: 0, town: 0, nothing: 0 };
  for (const environment of environments) {
    for (const { precision, n } of placeStore(stores.platform(environment).db).byPrecision())
      found[precision ?? "nothing"] += n;
  }
  return found;
}

/** The addresses of a draft that nobody stores, while somebody waits for its prices: for at most 2 s. */
export async function findPlacesNow(
  deps: Deps,
  environment: Environment,
  accountId: string,
  addresses: readonly (AddressText & { latitude?: number | null | undefined })[],
): Promise<void> {
  if (!isGeocoding(deps, environment)) return;
  const unplaced = addresses.filter(({ latitude }) => latitude == null);
  const turn = { rank: "form", at: deps.realClock.now(), party: accountId } as const;
  const wish = { turn, timeoutMs: placeWaitMs(deps) };
  const asking = unplaced.map((address) => askAbout(deps, environment, address, wish));
  // A later answer is kept all the same.
  await settlesWithin(placeWaitMs(deps), Promise.all(asking));
}

/** How long quotes wait for a place, at most half of the time that carriers have. */
export function placeWaitMs({ config }: Pick<Deps, "config">): number {
  return Math.min(waitMaxMs, config.quotingDeadlineSeconds * 500);
}
