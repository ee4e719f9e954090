import { createApp, createCalendar, createJobs } from "./app.ts";
import { builtInCarriers } from "./carriers/registry.ts";
import { systemClock, within } from "./clock.ts";
import type { Config } from "./config.ts";
import { installationSecret } from "./db/installation.ts";
import { openStores, type Stores } from "./db/store.ts";
import type { Deps } from "./deps.ts";
import { environments } from "./environment.ts";
import { warmTowns } from "./geography/town.ts";
import { createIds } from "./ids.ts";
import { startCalendar } from "./jobs/calendar.ts";
import { type JobLoop, startLoop } from "./jobs/loop.ts";
import { createLog, type Log } from "./log.ts";
import { flushRequests } from "./requests/recording.ts";
import { abandonSimulation, beginSimulation } from "./sandbox/service.ts";
import { flushUsage } from "./usage/counting.ts";
import { createTransport } from "./webhooks/transport.ts";

/** As long as the hash: RFC 2104 §3. */
const cursorKeyBytes = 32;
const idleTimeoutSeconds = 10;
const requestsDrainMs = 5_000;
const jobsDrainMs = 5_000;

export interface Running {
  readonly deps: Deps;
  /** Where it listens, `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Ends streams, finishes what runs, empties the logs of the databases. May be called again. */
  stop(): Promise<void>;
}

/** What a test puts in place of a clock, a network or companies that cannot be called. */
export type Replacements = Partial<Pick<Deps, "clock" | "transport" | "carriers">>;

/** Opens the data folder, listens, and starts the jobs. @throws Error with what to do about it */
export async function start(config: Config, replacements: Replacements = {}): Promise<Running> {
  const log = createLog(config.logLevel);
  const stores = await openStores({ dataDir: config.data, log }).catch((error) => {
    // What the file system or SQLite says names no folder; our own sentences do.
    if (!("code" in error)) throw error;
    throw new Error(`the data folder ${config.data} cannot be used: ${error.message}`, { cause: error });
  });
  try {
    return await serve(config, replacements, stores, log);
  } catch (error) {
    await stores.close();
    throw error;
  }
}

async function serve(config: Config, replacements: Replacements, stores: Stores, log: Log): Promise<Running> {
  const stopping = new AbortController();
  let listening = "";
  const deps = await createDeps(config, stores, log, stopping.signal, () => listening, replacements);
  const app = createApp(deps);
  const server = Bun.serve({
    hostname: config.host,
    port: config.port,
    idleTimeout: idleTimeoutSeconds,
    // The limit is the API's own, see http/body.ts: Bun's answer would be no problem document.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    // Without development Bun would let a second process take its share of the port.
    reusePort: false,
    fetch: (request) => app.fetch(request),
  });
  app.server = server;
  listening = reachableUrl(server.url);
  const loops = runJobs(deps);
  const stopCalendar = startCalendar(createCalendar(deps), deps.clock, log);
  setTimeout(warmTowns, 0);
  let stopped: Promise<void> | undefined;
  return {
    deps,
    url: listening,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };

  async function stop(): Promise<void> {
    stopping.abort();
    stopCalendar();
    const drained = loops.map((loop) => loop.stop(jobsDrainMs));
    await within(requestsDrainMs, server.stop());
    await server.stop(true);
    await Promise.all(drained);
    await Promise.all([flushUsage(deps), flushRequests(deps)]);
    await stores.close();
  }
}

async function createDeps(
  config: Config,
  stores: Stores,
  log: Log,
  stopping: AbortSignal,
  listening: () => string,
  replacements: Replacements,
): Promise<Deps> {
  const clock = replacements.clock ?? systemClock;
  const ids = createIds(clock);
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
    stopping,
    publicUrl: () => config.publicUrl ?? listening(),
    ...replacements,
  };
  return deps;
}

/** Each environment's jobs look for work when something was committed there. */
function runJobs(deps: Deps): JobLoop[] {
  return environments.map((environment) => {
    const loop = startLoop(createJobs(deps, environment), deps.clock, deps.log);
    deps.stores.platform(environment).onSynced(loop.wake);
    return loop;
  });
}

/** Nobody can call a server by the address that stands for all of its addresses. */
function reachableUrl(url: URL): string {
  const everywhere = url.hostname === "0.0.0.0" || url.hostname === "[::]";
  return everywhere ? `http://localhost:${url.port}` : url.origin;
}
