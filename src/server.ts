import { createApp, createCalendar, createJobs } from "./app.ts";
import { within } from "./clock.ts";
import { type Config, flagName, SettingError } from "./config.ts";
import { takeCommands } from "./control/socket.ts";
import type { Deps } from "./deps.ts";
import { environments } from "./environment.ts";
import { warmTowns } from "./geography/town.ts";
import { type Installation, openInstallation, type Replacements } from "./installation.ts";
import { startCalendar } from "./jobs/calendar.ts";
import { startLoop } from "./jobs/loop.ts";
import type { Metrics } from "./metrics/server.ts";

const idleTimeoutSeconds = 10;
/** How long what runs may take to end when the server stops. */
const drainMs = 10_000;
/** Whoever waits for the start is answered before the towns are unpacked. */
const warmTownsAfterMs = 250;

export interface Running {
  readonly deps: Deps;
  /** Where it listens, `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Where Prometheus finds its metrics, if they were asked for. */
  readonly metricsUrl: string | undefined;
  /** Ends streams, finishes what runs, empties the logs of the databases. May be called again. */
  stop(): Promise<void>;
}

/**
 * Opens the data folder, listens, and starts the jobs. What `prepare` does is done before anybody can call.
 * @throws Error with what to do about it
 */
export async function start(
  config: Config,
  replacements: Replacements = {},
  prepare: (deps: Deps) => Promise<void> = async () => {},
): Promise<Running> {
  await using starting = new AsyncDisposableStack();
  const metrics = await startMetrics(config);
  if (metrics) starting.defer(metrics.stop);
  const installation = await openInstallation(config, replacements, metrics?.meter);
  starting.defer(installation.close);
  await prepare(installation.deps);
  const running = serve(config, installation, metrics);
  starting.move();
  return running;
}

/** Loaded where somebody asked for it: loading it takes as long as half a start. */
async function startMetrics({ metrics }: Config): Promise<Metrics | undefined> {
  if (metrics === null) return undefined;
  const { serveMetrics } = await import("./metrics/server.ts");
  try {
    return serveMetrics(metrics);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new SettingError(
      `${flagName("metrics")} ${metrics.hostname}:${metrics.port} cannot be listened on (${code}); choose another`,
    );
  }
}

function serve(config: Config, installation: Installation, metrics: Metrics | undefined): Running {
  const { deps, stopping } = installation;
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
  const url = reachableUrl(server.url);
  installation.listensOn(url);
  const commands = takeCommands(deps);
  runJobs(installation);
  if (metrics) {
    metrics.watch(deps);
    deps.log.info({ url: metrics.url }, "Metrics are served");
  }
  const stopCalendar = startCalendar(createCalendar(deps), deps.clock, deps.log);
  // Of many servers for tests that start at once, few look for a town.
  if (!config.ephemeral) setTimeout(warmTowns, warmTownsAfterMs);
  let stopped: Promise<void> | undefined;
  return {
    deps,
    url,
    metricsUrl: metrics?.url,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };

  async function stop(): Promise<void> {
    stopping.abort();
    stopCalendar();
    const drained = [commands.stop(), ...deps.loops.map((loop) => loop.stop(drainMs))];
    await within(drainMs, server.stop());
    await server.stop(true);
    await Promise.all(drained);
    await installation.close();
    await metrics?.stop();
  }
}

/** Each environment's jobs look for work when something was committed there. */
function runJobs({ deps, runs }: Installation): void {
  const { stores, clock, log } = deps;
  for (const environment of environments) {
    const loop = startLoop(createJobs(deps, environment), clock, log, () => stores.condition.spaceIsLow);
    stores.platform(environment).onSynced(loop.wake);
    runs(loop);
  }
}

/** Nobody can call a server by the address that stands for all of its addresses. */
function reachableUrl(url: URL): string {
  const everywhere = url.hostname === "0.0.0.0" || url.hostname === "[::]";
  return everywhere ? `http://localhost:${url.port}` : url.origin;
}
