import { proveHttps } from "../../../api/strict-transport.ts";
import type { Deps } from "../../../infra/deps.ts";
import { readAuthorities } from "../../../infra/net/authorities.ts";
import { createResolver } from "../../../infra/net/dns.ts";
import { certificateState } from "../../../infra/secrets/certificate.ts";
import { minuteMs } from "../../../infra/units.ts";
import { sleepUnless } from "../../../infra/waiting/timeout.ts";
import { isFor, livesOf, type Pair, PairError, toPair } from "../pair.ts";
import type { Secure } from "../secure.ts";
import type { Authority } from "./authority.ts";
import { checkDomain } from "./domain-check.ts";
import { openMemory } from "./memory.ts";

/** Gets the certificate of `--domain`, serves it, and renews it when a third of its life is left. */

const renewAfterShare = 2 / 3;
/** Not all installations of the world at the same moment. */
const jitterShare = 1 / 30;
const lookEveryMs = minuteMs;
const obstacleMs = 10_000;
const firstWaitMs = 10_000;
const longestWaitMs = 10 * minuteMs;

/** @throws Error for a CA file or a memory that cannot be read */
export function provideByAcme(deps: Deps, { front, state }: Secure): { stop(): void } {
  const { config, realClock, log, vault, ids } = deps;
  const name = config.domain ?? "";
  const authority: Authority = {
    directory: config.acmeDirectory,
    email: config.acmeEmail,
    ca:
      config.acmeCaFile === null
        ? null
        : readAuthorities(config.acmeCaFile)
            .map(({ pem }) => pem)
            .join("\n"),
  };
  const memory = openMemory(config.data, vault, name, authority.directory);
  const stopping = new AbortController();
  const pause = (ms: number) => sleepUnless(ms, stopping.signal);
  let served = storedPair();
  let said: string | undefined;
  let cause: string | undefined;
  const serve = (pair: Pair) => {
    served = pair;
    front.renew(pair);
    state.waitingFor = undefined;
    proveHttps(deps, (memory.secrets?.renewals ?? 0) > 0);
    Object.assign(certificateState(deps), { served: livesOf(pair), failure: undefined });
  };
  certificateState(deps).isOwn = true;
  if (served) serve(served);
  proveHttps(deps, (memory.secrets?.renewals ?? 0) > 0);
  const jitter = (ids.bytes(1)[0] ?? 0) / 256;
  void run();
  return { stop: () => stopping.abort() };

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const wait = served === undefined ? 0 : renewAt(served, jitter) - realClock.now();
      if (wait > 0) {
        await pause(Math.min(wait, lookEveryMs));
        continue;
      }
      try {
        const obstacle = await obtainOne();
        failures = 0;
        if (obstacle === undefined) continue;
        report(obstacle);
        await pause(obstacleMs);
      } catch (error) {
        failures += 1;
        const { message, afterMs = 0 } = error as Error & { afterMs?: number };
        if (afterMs === 0) cause = message;
        // What went wrong before says more than that Waybill has to wait.
        report(afterMs > 0 && cause !== undefined ? `${cause}. ${message}` : message);
        await pause(afterMs > 0 ? afterMs : Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs));
      }
    }
  }

  /** @returns why it makes no sense yet. @throws Error */
  async function obtainOne(): Promise<string | undefined> {
    const token = `look-${ids.bytes(12).toHex()}`;
    const { advice, obstacle } = await checkDomain(name, {
      lookup: createResolver(),
      challenges: state.challenges,
      token,
    });
    if (obstacle !== undefined) return obstacle;
    for (const sentence of advice) log.warn({ domain: name }, `Before the order: ${sentence}`);
    // Loaded when a certificate is due: its packages are many.
    const { obtain } = await import("./authority.ts");
    const pair = await obtain(authority, {
      name,
      memory,
      challenges: state.challenges,
      now: realClock.now,
      onTerms: (url) => log.info({ terms: url }, "An order accepts the terms of the certificate authority"),
    });
    serve(pair);
    said = undefined;
    cause = undefined;
    log.info({ domain: name, valid_to: pair.validTo }, "Serving the new certificate");
    return undefined;
  }

  /** Each reason once, so that a wait of hours does not fill the log. */
  function report(reason: string): void {
    certificateState(deps).failure = reason;
    if (served === undefined) state.waitingFor = `a certificate for ${name}: ${reason}`;
    if (said === reason) return;
    said = reason;
    log.error({ domain: name, reason }, "There is no new certificate yet. Waybill tries again");
  }

  /** The one of an earlier run, also after its end: an old certificate says more than a refused connection. */
  function storedPair(): Pair | undefined {
    const kept = memory.secrets?.certificate;
    try {
      const pair = kept ? toPair(kept.cert, kept.key) : undefined;
      return pair && isFor(pair, name) ? pair : undefined;
    } catch (error) {
      if (error instanceof PairError) return undefined;
      throw error;
    }
  }
}

function renewAt({ validFrom, validTo }: Pair, jitter: number): number {
  const life = validTo.getTime() - validFrom.getTime();
  return validFrom.getTime() + life * (renewAfterShare - jitter * jitterShare);
}
