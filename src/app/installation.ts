import { flushSpending } from "../access/limits/spending.ts";
import { openPushKeys } from "../access/push/keys.ts";
import { flushRequests } from "../access/request-log/recording.ts";
import { telemetryWorkerUrl } from "../access/telemetry/packaged.ts";
import { flushUsage } from "../access/usage/counting.ts";
import { carriersOf, findCarrier } from "../delivery/carriers/connections.ts";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { carrierKinds } from "../delivery/carriers/registry.ts";
import { giveBooked } from "../delivery/fleet/dispatch/matching/service.ts";
import { placesOfStops } from "../delivery/fleet/dispatch/stops/places.ts";
import { fleetOfDriver } from "../delivery/fleet/drivers/reading.ts";
import { createStoredLinks } from "../delivery/lifecycle/state/stored-links.ts";
import { useContacts } from "../delivery/orders/contacts/using.ts";
import { queueRecipientMail } from "../delivery/recipients/mail/queue.ts";
import { beginSimulation, cancelSimulation } from "../delivery/sandbox/service.ts";
import { createAccountIds } from "../infra/account-ids.ts";
import { createBackups } from "../infra/backups/process.ts";
import { type Clock, systemClock } from "../infra/clock.ts";
import { variableName } from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";
import { asDataFolderError } from "../infra/db/data-folder-error.ts";
import type { InstallationCheck } from "../infra/db/inspection.ts";
import { installationSecret } from "../infra/db/installation.ts";
import { openStores } from "../infra/db/open-stores.ts";
import type { Stores } from "../infra/db/store.ts";
import type { Meter } from "../infra/deps.ts";
import { playAs } from "../infra/http/context.ts";
import { createIds, createSeededIds } from "../infra/ids.ts";
import type { Calendar } from "../infra/jobs/calendar.ts";
import type { JobLoop } from "../infra/jobs/loop.ts";
import { createLog, type Log } from "../infra/log/log.ts";
import { createMailer, type Mailer } from "../infra/mail/smtp.ts";
import { createTransport, type OwnPlace } from "../infra/net/transport.ts";
import { createVault } from "../infra/secrets/vault.ts";
import { bytesPerMb } from "../infra/units.ts";
import { queueDeliveries } from "../messaging/webhooks/deliveries/queue.ts";
import { madeWebhooks } from "../messaging/webhooks/made-by.ts";
import { readNamedAuthorities, SettingError } from "./config/reading.ts";
import { childEnvironment } from "./config/variables.ts";
import { eventDefinition } from "./event-catalog.ts";
import type { Answerer } from "./front/http-server.ts";
import "./tables.ts";

/** As long as the hash, see RFC 2104 §3. */
const cursorKeyBytes = 32;

/** A data folder that this process has opened, for a server or a command. */
export interface Installation {
  readonly deps: DeliveryDeps;
  /** Aborts `deps.stopping`. */
  readonly stopping: AbortController;
  /** Says where the server listens, once it does, and everything that leads to it, metrics too. */
  listensOn(url: string, all: readonly string[]): void;
  /** Says what answers requests there. */
  answersBy(answer: Answerer): void;
  /** Says what runs jobs there. */
  runs(loop: JobLoop): void;
  /** Says what runs there at times of day. */
  keeps(calendar: Calendar): void;
  /** Writes what is still in memory and closes the files. */
  close(): Promise<void>;
}

/** What tests replace: the clock, the network, the log, carriers. */
export type Replacements = Partial<
  Pick<DeliveryDeps, "clock" | "transport" | "log" | "carriers" | "carrier" | "kinds">
> & {
  freeBytes?: () => Promise<number>;
};

/** What leads to servers of others. */
interface Outside {
  mailer: Mailer | undefined;
  authorities: readonly string[];
}

/** Loaded only where accounts may have clocks of their own. */
type TestClocks = typeof import("../infra/test-clock/clocks.ts");

/** @throws DataFolderError, SettingError, with nothing left open */
export async function openInstallation(
  config: Config,
  replacements: Replacements = {},
  meter?: Meter,
  look?: InstallationCheck,
): Promise<Installation> {
  const { freeBytes, log = createLog(config.logLevel), ...replaced } = replacements;
  // The ids of stages follow the same context as clocks do.
  const testClocks =
    config.testClock || config.ephemeral ? await import("../infra/test-clock/clocks.ts") : undefined;
  const { caFile } = config;
  const trusted = caFile === null ? [] : readNamedAuthorities(variableName("caFile"), caFile);
  const authorities = trusted.map(({ pem }) => pem);
  const mailer = mailerOf(config, replacements.clock ?? systemClock, authorities);
  const stores = await openStores({
    dataDir: config.data,
    log,
    minFreeBytes: config.minFreeMb * bytesPerMb,
    freeBytes,
    meter,
    look,
    durable: !config.ephemeral,
    bound: testClocks?.bound,
    telemetryWorker: telemetryWorkerUrl,
  });
  try {
    return await installationOf(
      config,
      stores,
      log,
      { mailer, authorities },
      { ...replaced, meter },
      testClocks,
    );
  } catch (error) {
    await stores.close();
    throw asDataFolderError(error, config.data);
  }
}

async function installationOf(
  config: Config,
  stores: Stores,
  log: Log,
  { mailer, authorities }: Outside,
  replacements: Partial<DeliveryDeps>,
  testClocks: TestClocks | undefined,
): Promise<Installation> {
  const stopping = new AbortController();
  const loops: JobLoop[] = [];
  let listening = "";
  let own: OwnPlace | undefined;
  let calendar: Calendar | undefined;
  let answer: Answerer | undefined;
  const { clock: realClock = systemClock, ...replaced } = replacements;
  const clocks = testClocks?.createAccountClocks({
    store: stores.platform("sandbox"),
    realClock,
    log,
    stopping: stopping.signal,
    isPaused: () => stores.condition.spaceIsLow,
  });
  const deps = await createDeps(
    config,
    stores,
    log,
    { own: () => own, authorities },
    {
      clock: clocks?.clock ?? realClock,
      realClock,
      clocks,
      mailer,
      stopping: stopping.signal,
      loops,
      calendar: () => calendar,
      handle: async (request, principal) => {
        if (!answer) throw new Error("no server answers requests yet");
        playAs(request, principal);
        return answer(request);
      },
      publicUrl: () => config.publicUrl ?? listening,
      ...replaced,
    },
  );
  return {
    deps,
    stopping,
    listensOn(url, all) {
      listening = url;
      own = { publicUrl: new URL(config.publicUrl ?? url), listeningUrls: all.map((each) => new URL(each)) };
    },
    answersBy(given) {
      answer = given;
    },
    runs: (loop) => void loops.push(loop),
    keeps(kept) {
      calendar = kept;
    },
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
  { own, authorities }: Pick<Outside, "authorities"> & { own: () => OwnPlace | undefined },
  given: Pick<
    DeliveryDeps,
    "clock" | "realClock" | "clocks" | "mailer" | "stopping" | "loops" | "calendar" | "handle" | "publicUrl"
  > &
    Partial<DeliveryDeps>,
): Promise<DeliveryDeps> {
  const { realClock } = given;
  const common = config.seed === null ? createIds(realClock) : createSeededIds(config.seed);
  const current = given.clocks?.times.current;
  const accountIds = config.ephemeral && current ? createAccountIds(common, current) : undefined;
  const ids = accountIds?.ids ?? common;
  const cursorKey = await installationSecret(stores.accounts, "cursor_key", () => ids.bytes(cursorKeyBytes));
  // Not from a seed: what is encrypted would change which secrets an account gets.
  const vault = createVault(config.secretKey, (config.seed === null ? common : createIds(realClock)).bytes);
  const transport = createTransport({ now: realClock.monotonic, own, authorities });
  const deps: DeliveryDeps = {
    config,
    stores,
    ids,
    accountIds,
    log,
    transport,
    vault,
    pushKeys: await openPushKeys(config, stores.accounts, vault),
    links: createStoredLinks(vault),
    carriers: (environment, accountId) => carriersOf(deps, environment, accountId),
    carrier: (environment, id) => findCarrier(deps, environment, id),
    kinds: carrierKinds,
    simulator: { begin: (id) => beginSimulation(deps, id), cancel: (id) => cancelSimulation(deps, id) },
    stopsOfDriver: placesOfStops,
    drivers: { fleetOf: fleetOfDriver, give: giveBooked },
    madeWebhooks,
    eventSubscribers: [queueDeliveries, queueRecipientMail, useContacts],
    eventDefinition,
    cursorKey,
    backups: createBackups(config, cursorKey, childEnvironment(config), given.stopping, {
      transport: given.transport ?? transport,
      now: realClock.now,
    }),
    startedAt: realClock.now(),
    ...given,
  };
  return deps;
}

/** @throws SettingError */
function mailerOf(
  { smtpUrl, smtpFrom }: Config,
  { now }: Clock,
  authorities: readonly string[],
): Mailer | undefined {
  if (smtpUrl === null) return undefined;
  if (smtpFrom !== null) return createMailer(smtpUrl, smtpFrom, now, authorities);
  throw new SettingError(
    `${variableName("smtpUrl")} requires ${variableName("smtpFrom")}, the sender address`,
  );
}
