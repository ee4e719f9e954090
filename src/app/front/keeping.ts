import type { Deps } from "../../infra/deps.ts";
import { certificateState } from "../../infra/secrets/certificate.ts";
import { SettingError } from "../config/reading.ts";
import { livesOf, type Pair, PairError, requireUsable } from "./pair.ts";
import { readFiles, watchPair } from "./pair-files.ts";
import type { Secure } from "./secure.ts";

/** Gives HTTPS its certificate, and each one that follows. @throws SettingError for files that cannot be used */
export async function provideCertificate(deps: Deps, secure: Secure): Promise<{ stop(): void }> {
  if (deps.config.domain === null) return provideFromFiles(deps, secure);
  const { provideByAcme } = await import("./acme/keeper.ts");
  return provideByAcme(deps, secure);
}

function provideFromFiles(deps: Deps, { front, state, urls }: Secure): { stop(): void } {
  const { config, realClock, log } = deps;
  const serve = (pair: Pair) => {
    front.renew(pair);
    state.waitingFor = undefined;
    certificateState(deps).served = livesOf(pair);
  };
  const files = { cert: config.tlsCert ?? "", key: config.tlsKey ?? "" };
  const { hostname } = new URL(config.publicUrl ?? urls[0] ?? "");
  try {
    const pair = readFiles(files);
    requireUsable(pair, hostname, realClock.now());
    serve(pair);
  } catch (error) {
    if (!(error instanceof PairError)) throw error;
    throw new SettingError(error.message, { cause: error });
  }
  return watchPair(files, hostname, { now: realClock.now, log }, serve);
}
