import { deliveryOutcomes } from "../access/usage/tally.ts";
import { silenceMaxSeconds } from "../api/silence.ts";
import { countOpenStreams } from "../api/stream.ts";
import { within } from "../infra/clock.ts";
import type { Config } from "../infra/config.ts";
import type { Deps } from "../infra/deps.ts";
import { environments } from "../infra/environment.ts";
import { warmTowns } from "../infra/geography/town.ts";
import { completeAddress } from "../infra/http/target.ts";
import { startCalendar } from "../infra/jobs/calendar.ts";
import { startLoop } from "../infra/jobs/loop.ts";
import type { Metrics } from "../infra/metrics/server.ts";
import { takeCommands } from "./admin-socket/socket.ts";
import { createApp, createCalendar, createJobs } from "./app.ts";
import { flagName, SettingError } from "./config/settings.ts";
import { type Installation, openInstallation, type Replacements } from "./installation.ts";
import { adoptSecretKey, secretKeyGuard } from "./secret-key.ts";

const msPerSecond = 1_000;
/** Whoever keeps a connection open is told to close it with the next answer, for as long as somebody asks. */
const farewellQuietMs = 25;
const farewellTurnsMax = 20;
/** How long what runs may take to end when the server stops. */
const drainMs = 10_000;
/** Whoever waits for the start is answered before the towns are unpacked. */
const warmTownsAfterMs = 250;

/** Another process has the address, or the machine does not have it yet: it may work later. */
export class AddressError extends Error {}

export interface Running {
  readonly deps: Deps;
  /** Where it listens, `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Where Prometheus finds its metrics, if they were asked for. */
  readonly metricsUrl: string | undefined;
  /**
   * Ends streams and jobs, answers requests for as long as `shutdownDelaySeconds` says, finishes what runs, empties the
   * logs of the databases. May be called again.
   */
  stop(): Promise<void>;
}

/**
 * Takes its address, opens the data folder, answers, and starts the jobs. What `prepare` does is done before anybody
 * is answered.
 * @throws Error with what to do about it
 */
export async function start(
  config: Config,
  replacements: Replacements = {},
  prepare: (deps: Deps) => Promise<void> = async () => {},
): Promise<Running> {
  await using starting = new AsyncDisposableStack();
  // First of all: where an address cannot be had, nothing is made on the disk.
  const door = starting.adopt(takeAddress(config), ({ server }) => server.stop(true));
  const metrics = await startMetrics(config);
  if (metrics) starting.defer(metrics.stop);
  const installation = await openInstallation(config, replacements, metrics?.meter, secretKeyGuard(config));
  starting.defer(installation.close);
  await adoptSecretKey(installation.deps);
  await prepare(installation.deps);
  const running = serve(config, door, installation, metrics);
  starting.move();
  return running;
}

type Answerer = (request: Request) => Response | Promise<Response>;

interface Door {
  server: Bun.Server<undefined>;
  /** Has requests answered, from the first one on. */
  open(answer: Answerer): void;
}

/** Listens, and lets whoever calls wait until the door is opened. @throws SettingError, AddressError */
function takeAddress({ host, port }: Config): Door {
  const opened = Promise.withResolvers<Answerer>();
  let answer: Answerer = async (request) => (await opened.promise)(request);
  const server = listening(`${flagName("host")} ${host} ${flagName("port")} ${port}`, () =>
    Bun.serve({
      hostname: host,
      port,
      idleTimeout: silenceMaxSeconds,
      // The limit is the API's own, see api/body.ts: Bun's answer would be no problem document.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      // Without development Bun would let a second process take its share of the port.
      reusePort: false,
      fetch: (request) => answer(request),
    }),
  );
  return {
    server,
    open(given) {
      answer = given;
      opened.resolve(given);
    },
  };
}

const gauges = [{ name: "waybill_streams_open", help: "Streams that are open.", read: countOpenStreams }];

/** Loaded where somebody asked for it: loading it takes as long as half a start. @throws SettingError, AddressError */
async function startMetrics({ metrics }: Config): Promise<Metrics | undefined> {
  if (metrics === null) return undefined;
  const { serveMetrics } = await import("../infra/metrics/server.ts");
  const flags = `${flagName("metrics")} ${metrics.hostname}:${metrics.port}`;
  return listening(flags, () => serveMetrics(metrics, { deliveryResults: deliveryOutcomes, gauges }));
}

/** Why an address is not to be had, by the system's code: the first two may pass. */
const addressTrouble: Record<string, string> = {
  EADDRINUSE: "the port is in use: stop the other process, or choose another port",
  EADDRNOTAVAIL: "this machine has no such address",
  EACCES: "this user may not use that port: choose 1024 or higher",
};

/** @throws SettingError that names the flags, AddressError where it may work later */
function listening<T>(flags: string, serve: () => T): T {
  try {
    return serve();
  } catch (cause) {
    const { code = "" } = cause as { code?: string };
    const why =
      addressTrouble[code] ??
      "the host must be an address or name of this machine, such as 127.0.0.1, ::1 or localhost; 0.0.0.0 means all addresses";
    const Refusal = /^EADDR/.test(code) ? AddressError : SettingError;
    throw new Refusal(`cannot listen on ${flags} (${code}): ${why}`, { cause });
  }
}

function serve(
  config: Config,
  { server, open }: Door,
  installation: Installation,
  metrics: Metrics | undefined,
): Running {
  const { deps, stopping } = installation;
  const app = createApp(deps);
  app.server = server;
  const url = reachableUrl(server.url);
  installation.listensOn(url, metrics?.url);
  let requests = 0;
  open((request) => {
    requests += 1;
    return app.fetch(completeAddress(request, deps.publicUrl()));
  });
  const commands = takeCommands(deps);
  runJobs(installation);
  if (metrics) {
    metrics.watch(deps);
    deps.log.info({ url: metrics.url }, "Serving metrics");
  }
  const calendar = startCalendar(createCalendar(deps), deps.clock, deps.log);
  installation.keeps(calendar);
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
    calendar.stop();
    const jobs = deps.loops.map((loop) => loop.stop(drainMs));
    await Bun.sleep(config.shutdownDelaySeconds * msPerSecond);
    await farewell();
    const drained = [commands.stop(), ...jobs];
    await within(drainMs, server.stop());
    await server.stop(true);
    await Promise.all(drained);
    await installation.close();
    await metrics?.stop();
  }

  /**
   * Bun closes connections that wait for a request when it stops listening, also where one has come and is not read
   * yet: nothing is run then, but its sender cannot know that. A server that is busy answers such requests first.
   */
  async function farewell(): Promise<void> {
    let before = -1;
    for (let turns = 0; turns < farewellTurnsMax && before !== requests; turns += 1) {
      before = requests;
      await Bun.sleep(farewellQuietMs);
      // What has come while others were answered is read in the turn after this one.
      await Bun.sleep(0);
      await Bun.sleep(0);
    }
  }
}

/** Each environment's jobs look for work when something was committed there. */
function runJobs({ deps, runs }: Installation): void {
  const { stores, clock, log } = deps;
  for (const environment of environments) {
    const loop = startLoop(createJobs(deps, environment), clock, log, () => stores.condition.spaceIsLow);
    stores.platform(environment).onSynced(loop.wake);
    // What is done for the accounts is done in this loop.
    if (environment === "live") stores.accounts.onSynced(loop.wake);
    runs(loop);
  }
}

/** Nobody can call a server by the address that stands for all of its addresses. */
function reachableUrl(url: URL): string {
  const everywhere = url.hostname === "0.0.0.0" || url.hostname === "[::]";
  return everywhere ? `http://localhost:${url.port}` : url.origin;
}
