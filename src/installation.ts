import { builtInCarriers } from "./carriers/registry.ts";
import { systemClock } from "./clock.ts";
import { type Config, flagName, SettingError, variableName } from "./config.ts";
import { asDataFolderError } from "./db/data-folder-error.ts";
import { installationSecret } from "./db/installation.ts";
import { openStores, type Stores } from "./db/store.ts";
import type { Deps } from "./deps.ts";
import { createIds, createSeededIds } from "./ids.ts";
import type { JobLoop } from "./jobs/loop.ts";
import { listTiers } from "./limits/service.ts";
import { flushSpending } from "./limits/spending.ts";
import { createLog, type Log } from "./log.ts";
import type { Meter } from "./metrics/meter.ts";
import { flushRequests } from "./requests/recording.ts";
import { abandonSimulation, beginSimulation } from "./sandbox/service.ts";
import { flushUsage } from "./usage/counting.ts";
import { createTransport } from "./webhooks/transport.ts";

/** As long as the hash: RFC 2104 §3. */
const cursorKeyBytes = 32;
const bytesPerMb = 1024 * 1024;

/** A data folder that this process has opened, for a server or for one command. */
export interface Installation {
  readonly deps: Deps;
  /** Aborts `deps.stopping`. */
  readonly stopping: AbortController;
  /** Says where the server listens, once it does. */
  listensOn(url: string): void;
  /** Says what runs jobs there. */
  runs(loop: JobLoop): void;
  /** Writes what is still in memory, and closes the files. */
  close(): Promise<void>;
}

/** What a test puts in place of a clock, a network or companies that cannot be called. */
export type Replacements = Partial<Pick<Deps, "clock" | "transport" | "carriers">> & {
  freeBytes?: () => Promise<number>;
};

/** @throws DataFolderError, SettingError, with nothing left open */
export async function openInstallation(
  config: Config,
  replacements: Replacements = {},
  meter?: Meter,
): Promise<Installation> {
  const log = createLog(config.logLevel);
  const { freeBytes, ...replaced } = replacements;
  const stores = await openStores({
    dataDir: config.data,
    log,
    minFreeBytes: config.minFreeMb * bytesPerMb,
    freeBytes,
    meter,
    durable: !config.ephemeral,
  });
  try {
    return await installationOf(config, stores, log, { ...replaced, meter });
  } catch (error) {
    await stores.close();
    throw asDataFolderError(error, config.data);
  }
}

async function installationOf(
  config: Config,
  stores: Stores,
  log: Log,
  replacements: Partial<Deps>,
): Promise<Installation> {
  const stopping = new AbortController();
  const loops: JobLoop[] = [];
  let listening = "";
  const deps = await createDeps(config, stores, log, stopping.signal, () => listening, loops, replacements);
  refuseUnknownTier(deps);
  return {
    deps,
    stopping,
    listensOn(url) {
      listening = url;
    },
    runs: (loop) => void loops.push(loop),
    async close() {
      stores.freeReserve();
      await Promise.all([flushUsage(deps), flushRequests(deps), flushSpending(deps)]);
      await stores.close();
      log.flush();
    },
  };
}

async function createDeps(
  config: Config,
  stores: Stores,
  log: Log,
  stopping: AbortSignal,
  listening: () => string,
  loops: readonly JobLoop[],
  replacements: Partial<Deps>,
): Promise<Deps> {
  const clock = replacements.clock ?? systemClock;
  const ids = config.seed === null ? createIds(clock) : createSeededIds(config.seed);
  const simulator = {
    begin: (assignmentId: string) => beginSimulation(deps, assignmentId),
    abandon: (assignmentId: string) => abandonSimulation(deps, assignmentId),
  };
  const carriers = {
    sandbox: builtInCarriers("sandbox", { simulator }),
    live: builtInCarriers("live", { simulator }),
  };
  const deps: Deps = {
    config,
    stores,
    clock,
    ids,
    log,
    transport: createTransport({ now: clock.monotonic }),
    carriers: (environment) => carriers[environment],
    cursorKey: await installationSecret(stores.accounts, "cursor_key", () => ids.bytes(cursorKeyBytes)),
    loops,
    stopping,
    publicUrl: () => config.publicUrl ?? listening(),
    ...replacements,
  };
  return deps;
}

/** Tiers are rows: only now can it be said whether this is one. @throws SettingError */
function refuseUnknownTier(deps: Deps): void {
  const names = listTiers(deps).map(({ name }) => name);
  const { defaultTier } = deps.config;
  if (names.includes(defaultTier)) return;
  throw new SettingError(
    `${flagName("defaultTier")} (${variableName("defaultTier")}) must be one of ${names.join(", ")}; it is "${defaultTier}"`,
  );
}
