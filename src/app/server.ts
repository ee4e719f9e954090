import { adoptErasures } from "../access/erasure/service.ts";
import { answerWithFaults } from "../api/faults.ts";
import { idleTimeoutSeconds } from "../api/idle-timeout.ts";
import { countOpenStreams } from "../api/stream.ts";
import type { DeliveryDeps } from "../delivery/deps.ts";
import type { Config } from "../infra/config.ts";
import type { Deps } from "../infra/deps.ts";
import { environments } from "../infra/environment.ts";
import { completeAddress } from "../infra/http/target.ts";
import { startCalendar } from "../infra/jobs/calendar.ts";
import { startLoop } from "../infra/jobs/loop.ts";
import type { Metrics } from "../infra/metrics/server.ts";
import { findStreets } from "../infra/streets/map-file.ts";
import { settlesWithin } from "../infra/timeout.ts";
import { deliveryOutcomes } from "../messaging/webhooks/deliveries/delivery.ts";
import { AddressError } from "./address-error.ts";
import { takeCommands } from "./admin-socket/socket.ts";
import { createApp } from "./app.ts";
import { SettingError } from "./config/reading.ts";
import { flagName } from "./config/settings.ts";
import { type Installation, openInstallation, type Replacements } from "./installation.ts";
import { createCalendar, createJobs } from "./jobs.ts";
import { requireAlarmSecret, requireDefaultTier } from "./required-settings.ts";
import { adoptSecretKey, secretKeyGuard } from "./secret-key.ts";
import { warmUp } from "./warm-up.ts";

const msPerSecond = 1_000;
/** Before it stops, the server tells clients to close kept connections, while requests still arrive. */
const farewellQuietMs = 25;
const farewellTurnsMax = 20;
/** How long running requests and jobs may take to finish when the server stops. */
const drainMs = 10_000;

export interface Running {
  readonly deps: DeliveryDeps;
  /** Where it listens, `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Where Prometheus finds the metrics, if they are enabled. */
  readonly metricsUrl: string | undefined;
  /** Makes ready, while nobody asks, what the first requests would wait for. */
  warmUp(): void;
  /**
   * Ends streams and jobs, answers requests for `shutdownDelaySeconds`, finishes running requests, and closes the
   * databases with empty logs. May be called again.
   */
  stop(): Promise<void>;
}

/**
 * Takes the address, opens the data folder, answers requests and starts the jobs. `prepare` runs before the first
 * answer.
 * @throws Error that says what to do
 */
export async function start(
  config: Config,
  replacements: Replacements = {},
  prepare: (deps: Deps) => Promise<void> = async () => {},
): Promise<Running> {
  requireAlarmSecret(config);
  await using starting = new AsyncDisposableStack();
  // First, so a server without an address creates nothing on disk.
  const listener = starting.adopt(takeAddress(config), ({ server }) => server.stop(true));
  const metrics = await startMetrics(config);
  if (metrics) starting.defer(metrics.stop);
  const installation = await openInstallation(config, replacements, metrics?.meter, secretKeyGuard(config));
  starting.defer(installation.close);
  requireDefaultTier(installation.deps);
  await adoptSecretKey(installation.deps);
  await adoptErasures(installation.deps);
  await prepare(installation.deps);
  await findStreets(installation.deps);
  const running = serve(config, listener, installation, metrics);
  starting.move();
  return running;
}

type Answerer = (request: Request) => Response | Promise<Response>;

interface Listener {
  server: Bun.Server<undefined>;
  /** Answers all requests, including those that wait. */
  open(answer: Answerer): void;
}

/** Listens; requests wait until `open` is called. @throws SettingError, AddressError */
function takeAddress({ host, port }: Config): Listener {
  const opened = Promise.withResolvers<Answerer>();
  let answer: Answerer = async (request) => (await opened.promise)(request);
  const server = listening(`${flagName("host")} ${host} ${flagName("port")} ${port}`, () =>
    Bun.serve({
      hostname: host,
      port,
      idleTimeout: idleTimeoutSeconds,
      // api/body.ts has the limit, because Bun would not answer with a problem document.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      // Otherwise Bun lets a second process share the port.
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

/** Loaded only if enabled, because loading it takes half as long as a start. @throws SettingError, AddressError */
async function startMetrics({ metrics }: Config): Promise<Metrics | undefined> {
  if (metrics === null) return undefined;
  const { serveMetrics } = await import("../infra/metrics/server.ts");
  const flags = `${flagName("metrics")} ${metrics.hostname}:${metrics.port}`;
  return listening(flags, () => serveMetrics(metrics, { deliveryResults: deliveryOutcomes, gauges }));
}

/** Why an address is not available, by error code. The first two may pass. */
const addressTrouble: Record<string, string> = {
  EADDRINUSE: "the port is in use: stop the other process, or choose another port",
  EADDRNOTAVAIL: "this machine has no such address",
  EACCES: "this user may not use that port: choose 1024 or higher",
};

/** @throws SettingError that names the flags, AddressError if retrying may help */
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
  { server, open }: Listener,
  installation: Installation,
  metrics: Metrics | undefined,
): Running {
  const { deps, stopping } = installation;
  const app = createApp(deps);
  app.server = server;
  const url = reachableUrl(server.url);
  installation.listensOn(url, metrics?.url);
  let requests = 0;
  const answer: Answerer = (request) =>
    answerWithFaults(deps, server, completeAddress(request, deps.publicUrl()), app.fetch);
  const { clocks } = deps;
  // The gate enters the account's time when it knows the caller.
  const answerInTime: Answerer = clocks ? (request) => clocks.times.run(null, () => answer(request)) : answer;
  open((request) => {
    requests += 1;
    return answerInTime(request);
  });
  const commands = takeCommands(deps);
  runJobs(installation);
  if (metrics) {
    metrics.watch(deps);
    deps.log.info({ url: metrics.url }, "Serving metrics");
  }
  const calendar = startCalendar(createCalendar(deps), deps.realClock, deps.log);
  installation.keeps(calendar);
  let stopped: Promise<void> | undefined;
  return {
    deps,
    url,
    metricsUrl: metrics?.url,
    warmUp: () => warmUp(app.routes, stopping.signal),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };

  async function stop(): Promise<void> {
    stopping.abort();
    calendar.stop();
    const jobs = [...deps.loops.map((loop) => loop.stop(drainMs)), deps.clocks?.runner.stop(drainMs)];
    await Bun.sleep(config.shutdownDelaySeconds * msPerSecond);
    await farewell();
    const drained = [commands.stop(), ...jobs];
    await settlesWithin(drainMs, server.stop());
    await server.stop(true);
    await Promise.all(drained);
    await installation.close();
    await metrics?.stop();
  }

  /**
   * When it stops listening, Bun closes idle connections even if a request has arrived but was not read. The sender
   * cannot know that nothing ran. A busy server answers such requests first.
   */
  async function farewell(): Promise<void> {
    let before = -1;
    for (let turns = 0; turns < farewellTurnsMax && before !== requests; turns += 1) {
      before = requests;
      await Bun.sleep(farewellQuietMs);
      // Requests that arrived meanwhile are read in the next turn of the event loop.
      await Bun.sleep(0);
      await Bun.sleep(0);
    }
  }
}

/** A commit in an environment wakes its jobs. */
function runJobs({ deps, runs }: Installation): void {
  const { stores, realClock, log, clocks } = deps;
  for (const environment of environments) {
    const loop = startLoop(createJobs(deps, environment), realClock, log, () => stores.condition.spaceIsLow);
    stores.platform(environment).onSynced(loop.wake);
    // The loop of live also works for the accounts.
    if (environment === "live") stores.accounts.onSynced(loop.wake);
    runs(loop);
  }
  clocks?.runner.start();
}

/** 0.0.0.0 stands for all addresses, so clients cannot call it. */
function reachableUrl(url: URL): string {
  const everywhere = url.hostname === "0.0.0.0" || url.hostname === "[::]";
  return everywhere ? `http://localhost:${url.port}` : url.origin;
}
