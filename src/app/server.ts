import { adoptErasures } from "../access/erasure/service.ts";
import { answerWithFaults } from "../api/faults.ts";
import { countOpenStreams } from "../api/open-streams.ts";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { flagName } from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";
import type { Deps } from "../infra/deps.ts";
import { environments } from "../infra/environment.ts";
import { startCalendar } from "../infra/jobs/calendar.ts";
import { startLoop } from "../infra/jobs/loop.ts";
import type { Metrics } from "../infra/metrics/server.ts";
import { completeUrl } from "../infra/patches/request-url.ts";
import { findStreets } from "../infra/streets/map-file.ts";
import { settlesWithin } from "../infra/waiting/timeout.ts";
import { deliveryOutcomes } from "../messaging/webhooks/deliveries/delivery.ts";
import { takeCommands } from "./admin-socket/socket.ts";
import { createApp } from "./app.ts";
import { convertRows } from "./earlier-versions.ts";
import { type Answerer, listening } from "./front/http-server.ts";
import { provideCertificate } from "./front/keeping.ts";
import { type Listener, takeAddress } from "./front/listener.ts";
import { type Installation, openInstallation, type Replacements } from "./installation.ts";
import { createCalendar, createJobs } from "./jobs.ts";
import {
  requireAlarmSecret,
  requireDefaultTier,
  requireGeocoder,
  requireWholeStorage,
} from "./required-settings.ts";
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
  /** Where it listens, `http://127.0.0.1:8080`; the public URL where only a proxy's socket leads to it. */
  readonly url: string;
  /** Everything that leads to it: with HTTPS its URL, that of plain HTTP, and the inner one. */
  readonly urls: readonly string[];
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
  requireWholeStorage(config);
  requireGeocoder(config);
  await using starting = new AsyncDisposableStack();
  // First, so a server without an address creates nothing on disk.
  const listener = starting.adopt(await takeAddress(config), ({ close }) => close());
  const metrics = await startMetrics(config);
  if (metrics) starting.defer(metrics.stop);
  const installation = await openInstallation(config, replacements, metrics?.meter, secretKeyGuard(config));
  starting.defer(installation.close);
  requireDefaultTier(installation.deps);
  await adoptSecretKey(installation.deps);
  await adoptErasures(installation.deps);
  await convertRows(installation.deps);
  await prepare(installation.deps);
  await findStreets(installation.deps);
  const certificate = listener.secure && (await provideCertificate(installation.deps, listener.secure));
  if (certificate) starting.defer(certificate.stop);
  const running = serve(config, listener, installation, metrics, certificate);
  starting.move();
  return running;
}

const gauges = [{ name: "waybill_streams_open", help: "Streams that are open.", read: countOpenStreams }];

/** Loaded only if enabled, because loading it takes half as long as a start. @throws SettingError, AddressError */
async function startMetrics({ metrics }: Config): Promise<Metrics | undefined> {
  if (metrics === null) return undefined;
  const { serveMetrics } = await import("../infra/metrics/server.ts");
  const flags = `${flagName("metrics")} ${metrics.hostname}:${metrics.port}`;
  return listening(flags, () => serveMetrics(metrics, { deliveryResults: deliveryOutcomes, gauges }));
}

function serve(
  config: Config,
  listener: Listener,
  installation: Installation,
  metrics: Metrics | undefined,
  certificate: { stop(): void } | undefined,
): Running {
  const { deps, stopping } = installation;
  const { server, url } = listener;
  const app = createApp(deps);
  app.server = server;
  installation.listensOn(url, [...listener.urls, ...(metrics ? [metrics.url] : [])]);
  let requests = 0;
  const answer: Answerer = (request) =>
    answerWithFaults(deps, server, completeUrl(request, deps.publicUrl()), app.fetch);
  const { clocks } = deps;
  // The gate enters the account's time when it knows the caller.
  const answerInTime: Answerer = clocks ? (request) => clocks.times.run(null, () => answer(request)) : answer;
  listener.open((request) => {
    requests += 1;
    return answerInTime(request);
  });
  installation.answersBy(app.fetch);
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
    urls: listener.urls,
    metricsUrl: metrics?.url,
    warmUp: () => warmUp(app.routes, stopping.signal),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };

  async function stop(): Promise<void> {
    stopping.abort();
    certificate?.stop();
    calendar.stop();
    const jobs = [...deps.loops.map((loop) => loop.stop(drainMs)), deps.clocks?.runner.stop(drainMs)];
    await Bun.sleep(config.shutdownDelaySeconds * msPerSecond);
    await farewell();
    const drained = [commands.stop(), ...jobs];
    await settlesWithin(drainMs, listener.drain());
    await listener.close();
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

/**
 * A commit in an environment wakes its jobs. Where accounts have clocks of their own, an advance needs to know of all jobs
 * from the first request on.
 */
function runJobs({ deps, runs }: Installation): void {
  const { stores, realClock, log, clocks } = deps;
  for (const environment of environments) {
    const isPaused = () => stores.condition.spaceIsLow;
    const loop = startLoop(createJobs(deps, environment), realClock, log, isPaused, clocks === undefined);
    stores.platform(environment).onSynced(loop.wake);
    // The loop of live also works for the accounts.
    if (environment === "live") stores.accounts.onSynced(loop.wake);
    runs(loop);
  }
  clocks?.runner.start();
}
