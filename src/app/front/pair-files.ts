import { statSync } from "node:fs";
import type { Log } from "../../infra/log/log.ts";
import { type Pair, PairError, readPair, requireUsable } from "./pair.ts";

const lookEveryMs = 1_000;

/** The two files of `--tls-cert` and `--tls-key`. */
interface PairFiles {
  readonly cert: string;
  readonly key: string;
}

/** What was read last, from which files and in which state of theirs. */
let last: { readonly pair: Pair; readonly files: PairFiles; readonly state: string } | undefined;

/** Reads the files, unless they are as they were when they were read last: a start asks twice. @throws PairError */
export function readFiles(files: PairFiles): Pair {
  const state = stateOf(files);
  if (
    last === undefined ||
    last.state !== state ||
    last.files.cert !== files.cert ||
    last.files.key !== files.key
  ) {
    last = { pair: readPair(files.cert, files.key), files, state };
  }
  return last.pair;
}

/**
 * Looks whether somebody replaced the files, and passes a new pair on. A program that renews writes one file after the
 * other, so a pair that is broken now may be whole at the next look. The log says so when it is still broken then.
 */
export function watchPair(
  files: PairFiles,
  host: string | undefined,
  deps: { now: () => number; log: Pick<Log, "info" | "error"> },
  renew: (pair: Pair) => void,
): { stop(): void } {
  let served = stateOf(files);
  let refused: string | undefined;
  const look = () => {
    const state = stateOf(files);
    if (state === served) return;
    try {
      const pair = readFiles(files);
      requireUsable(pair, host, deps.now());
      renew(pair);
      served = state;
      deps.log.info({ valid_to: pair.validTo }, "Serving the new certificate");
    } catch (error) {
      if (!(error instanceof PairError)) throw error;
      if (refused === state) {
        served = state;
        deps.log.error({ reason: error.message }, "The new certificate cannot be used. The one before stays");
      }
      refused = state;
    }
  };
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** What changes when a file is replaced or rewritten; a link counts as the file that it leads to. */
function stateOf({ cert, key }: PairFiles): string {
  const states = [cert, key].map((path) => {
    const entry = statSync(path, { throwIfNoEntry: false, bigint: true });
    return entry ? `${entry.ino} ${entry.size} ${entry.mtimeNs} ${entry.ctimeNs}` : "missing";
  });
  return states.join("\n");
}
