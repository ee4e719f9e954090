import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { lastRestoreCheck } from "../backups/restore-check.ts";
import { lastBackup } from "../backups/service.ts";
import { systemClock } from "../clock.ts";
import type { Deps, Meter } from "../deps.ts";
import { environments } from "../environment.ts";
import { oldestDueAgeMs } from "../jobs/job.ts";
import type { JobLoop } from "../jobs/loop.ts";
import { longestStretches, onTurn } from "../waiting/stretches.ts";

const secondsPerMs = 1e-3;
const secondsPerMicrosecond = 1e-6;
const latencySeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const syncSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const batchWrites = [1, 2, 4, 8, 16, 32, 64, 128];
const stallSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const lagSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** How often the lag of the event loop is measured. */
const lagEveryMs = 500;

/** Metrics of the layers above. */
export interface Measured {
  /** Every result that `Meter.delivery` may be given. */
  readonly deliveryResults: readonly string[];
  readonly gauges: readonly GaugeSource[];
}

/** A gauge, read whenever somebody requests the metrics. */
interface GaugeSource {
  readonly name: string;
  readonly help: string;
  read(): number | Promise<number>;
}

interface Prometheus {
  readonly meter: Meter;
  /** Starts the gauges of the storage, the jobs and the backups. */
  watch(deps: Deps): void;
  /** The text exposition format, version 0.0.4. */
  expose(): Promise<string>;
  stop(): void;
}

/** Metrics of this process, in memory. Labels have few values, and none comes from a caller. */
export function createPrometheus({ deliveryResults, gauges }: Measured): Prometheus {
  const registry = new Registry();
  const timers: Timer[] = [];
  let stopTurns = () => {};
  addProcess(registry);
  for (const gauge of gauges) addGauge(registry, gauge);
  return {
    meter: createMeter(registry, deliveryResults),
    watch(deps) {
      addStates(registry, deps);
      timers.push(measureLag(registry));
      addStretches(registry);
      stopTurns = measureTurns(registry);
    },
    expose: () => registry.metrics(),
    stop() {
      for (const timer of timers) clearInterval(timer);
      stopTurns();
    },
  };
}

function createMeter(registry: Registry, deliveryResults: readonly string[]): Meter {
  const registers = [registry];
  const requests = new Counter({
    name: "waybill_http_requests_total",
    help: "Requests answered, by operation and status class.",
    labelNames: ["route", "status"],
    registers,
  });
  const latency = new Histogram({
    name: "waybill_http_request_duration_seconds",
    help: "Time from request to response; for a stream, to its start.",
    labelNames: ["route"],
    buckets: latencySeconds,
    registers,
  });
  const batches = new Histogram({
    name: "waybill_storage_batch_writes",
    help: "Writes that shared a transaction.",
    labelNames: ["store"],
    buckets: batchWrites,
    registers,
  });
  const syncs = new Histogram({
    name: "waybill_storage_sync_duration_seconds",
    help: "Duration of disk syncs.",
    labelNames: ["store"],
    buckets: syncSeconds,
    registers,
  });
  const deliveries = new Counter({
    name: "waybill_webhook_deliveries_total",
    help: "Webhook delivery attempts by result: delivered, failed_attempts (will retry), failed (given up).",
    labelNames: ["environment", "result"],
    registers,
  });
  const dropped = new Counter({
    name: "waybill_request_log_dropped_total",
    help: "Requests that are missing in the request log because it could not be written fast enough.",
    registers,
  });
  // Prometheus sees no increase if a counter starts at 1, so an alert would miss the first failure.
  for (const environment of environments)
    for (const result of deliveryResults) deliveries.inc({ environment, result }, 0);
  return {
    request(route = "none", status, durationMs) {
      requests.inc({ route, status: `${Math.floor(status / 100)}xx` });
      latency.observe({ route }, durationMs * secondsPerMs);
    },
    droppedRequests: (count) => dropped.inc(count),
    batch: (store, writes) => batches.observe({ store }, writes),
    sync: (store, durationMs) => syncs.observe({ store }, durationMs * secondsPerMs),
    delivery: (environment, result) => deliveries.inc({ environment, result }),
  };
}

function addStates(registry: Registry, deps: Deps): void {
  const add = (name: string, help: string, read: () => number) => addGauge(registry, { name, help, read });
  const { condition } = deps.stores;
  add("waybill_storage_writes_refused", "1 while writes are refused because the disk is nearly full.", () =>
    Number(condition.spaceIsLow),
  );
  add(
    "waybill_storage_sync_running_seconds",
    "Age of the running disk sync; it grows while the disk hangs.",
    () => condition.syncRunningMs * secondsPerMs,
  );
  new Counter({
    name: "waybill_log_lines_dropped_total",
    help: "Log lines that could not be written.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(deps.log.dropped());
    },
  });
  if (deps.backups.folder !== null) addBackups(registry, deps);
  addJobs(registry, deps);
}

function addBackups(registry: Registry, deps: Deps): void {
  addGauge(registry, {
    name: "waybill_backup_newest_timestamp_seconds",
    help: "Unix time of the newest backup; 0 if there is none.",
    async read() {
      const newest = await lastBackup(deps);
      return newest === null ? 0 : Date.parse(newest.manifest.taken_at) * secondsPerMs;
    },
  });
  addGauge(registry, {
    name: "waybill_restore_check_timestamp_seconds",
    help: "Unix time of the latest restore check; 0 before the first.",
    read: () => (lastRestoreCheck(deps)?.checkedAt ?? 0) * secondsPerMs,
  });
  addGauge(registry, {
    name: "waybill_restore_check_failed",
    help: "1 if the latest restore check failed: the backup cannot be relied on.",
    read: () => Number(lastRestoreCheck(deps)?.result === "failed"),
  });
}

function addJobs(registry: Registry, deps: Deps): void {
  const perJob = (name: string, help: string, read: (job: JobLoop["jobs"][number], now: number) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["job"],
      registers: [registry],
      collect() {
        const now = deps.realClock.now();
        for (const job of deps.loops.flatMap(({ jobs }) => jobs)) this.set({ job: job.name }, read(job, now));
      },
    });
  perJob("waybill_job_backlog", "Tasks due or running (capped).", (job, now) => job.backlog(now));
  perJob(
    "waybill_job_oldest_due_age_seconds",
    "Age of the oldest due task.",
    (job, now) => oldestDueAgeMs(job, now) * secondsPerMs,
  );
}

function addProcess(registry: Registry): void {
  const add = (name: string, help: string, read: () => number) => addGauge(registry, { name, help, read });
  const startedSeconds = systemClock.now() * secondsPerMs - process.uptime();
  add("process_start_time_seconds", "Start of the process, Unix time.", () => startedSeconds);
  add("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss());
  add("process_heap_bytes", "Memory of JavaScript objects.", () => process.memoryUsage().heapUsed);
  add("process_cpu_seconds_total", "CPU time of all threads.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) * secondsPerMicrosecond;
  });
}

function addGauge(registry: Registry, { name, help, read }: GaugeSource): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

function measureLag(registry: Registry): Timer {
  const lag = new Histogram({
    name: "waybill_event_loop_lag_seconds",
    help: "Delay of the event loop.",
    buckets: lagSeconds,
    registers: [registry],
  });
  const { monotonic } = systemClock;
  let due = monotonic() + lagEveryMs;
  const timer = setInterval(() => {
    const now = monotonic();
    lag.observe(Math.max(0, now - due) * secondsPerMs);
    due = now + lagEveryMs;
  }, lagEveryMs);
  timer.unref();
  return timer;
}

/** @returns what ends it */
function measureTurns(registry: Registry): () => void {
  const stalls = new Histogram({
    name: "waybill_event_loop_stall_seconds",
    help: "Time for which a turn of the event loop kept everything else waiting.",
    buckets: stallSeconds,
    registers: [registry],
  });
  return onTurn((turnMs) => stalls.observe(turnMs * secondsPerMs));
}

function addStretches(registry: Registry): void {
  new Gauge({
    name: "waybill_event_loop_longest_cpu_seconds",
    help: "The most processor time without a turn for others since the start, by operation or job, from 1 ms.",
    labelNames: ["operation"],
    registers: [registry],
    collect() {
      for (const { name, cpuMs } of longestStretches()) this.set({ operation: name }, cpuMs * secondsPerMs);
    },
  });
}
