import { type Deps, inMemory } from "../deps.ts";
import type { Coordinates } from "../geography/coordinates.ts";
import { parseCidrs } from "../net/address.ts";
import type { Wording } from "../net/failure.ts";
import { targetProblems } from "../net/target-url.ts";
import { bytesPerMb } from "../units.ts";
import { type Found, type Leg, readRoute, readTable, routeUrl, type TravelTable, tableUrl } from "./osrm.ts";

/**
 * The operator's route planner, an OSRM server. Everything works without it, so nobody waits for it: what fails, is slow
 * finds no road, or answers about other places gives `undefined`, and after a failure it is left alone for a while.
 */

export type { Leg, TravelTable } from "./osrm.ts";

interface Ask {
  timeoutMs: number;
  /** Of the caller who has no use for the answer any more. */
  signal?: AbortSignal | undefined;
}

/** How long a server that failed is not asked. */
const restMs = 30_000;
/** A table of 100 points has 20 000 numbers. */
const answerBytesMax = 4 * bytesPerMb;
/** The operator names the server, so it may stand anywhere but where this installation listens. */
const anywhere = parseCidrs(["0.0.0.0/0", "::/0"]);
const wording: Wording = { server: "The router", target: targetProblems };

const resting = inMemory(() => ({
  untilMs: Number.NEGATIVE_INFINITY,
  quietUntilMs: Number.NEGATIVE_INFINITY,
}));

/** The legs of the way through the points, in their order. */
export function findRoute(deps: Deps, points: readonly Coordinates[], ask: Ask): Promise<Leg[] | undefined> {
  return find(
    deps,
    (base) => routeUrl(base, points),
    ask,
    (text) => readRoute(text, points),
  );
}

/** The way from each point to each other. */
export function findTravelTable(
  deps: Deps,
  points: readonly Coordinates[],
  ask: Ask,
): Promise<TravelTable | undefined> {
  return find(
    deps,
    (base) => tableUrl(base, points),
    ask,
    (text) => readTable(text, points),
  );
}

async function find<T>(
  deps: Deps,
  urlOf: (base: string) => string,
  { timeoutMs, signal: given }: Ask,
  read: (text: string) => Found<T>,
): Promise<T | undefined> {
  const { config, clock, transport, log } = deps;
  const rest = resting(deps);
  if (config.routerUrl === null || clock.monotonic() < rest.untilMs) return undefined;
  const fail = (reason: string) => {
    rest.untilMs = clock.monotonic() + restMs;
    log.warn({ reason }, "Router failed");
  };
  const signal = given ?? deps.stopping;
  const sent = await transport
    .send({
      url: urlOf(config.routerUrl),
      allow: anywhere,
      httpAllowed: true,
      wording,
      method: "GET",
      headers: {},
      body: undefined,
      isRepeatable: true,
      timeoutMs,
      requestBytesMax: 0,
      answerBytesMax,
      longAnswer: "refuse",
      signal,
    })
    .catch((error) => {
      if (signal.aborted) return undefined;
      throw error;
    });
  if (sent === undefined) return undefined;
  if (sent.kind !== "response") {
    fail(sent.detail ?? sent.message);
    return undefined;
  }
  const found = read(sent.body);
  if (found.kind === "elsewhere" && clock.monotonic() >= rest.quietUntilMs) {
    rest.quietUntilMs = clock.monotonic() + restMs;
    log.warn("The router answered about other places: does its map hold these addresses?");
  }
  if (found.kind === "nonsense") fail(`An answer with status ${sent.status} that is no route.`);
  return found.kind === "found" ? found.value : undefined;
}
