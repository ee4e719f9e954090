import { logLevels } from "../log/log.ts";
import {
  alarmUrl,
  cidrs,
  listenAddress,
  mailAddress,
  origin,
  origins,
  serverUrl,
  smtpUrl,
  tilesUrl,
} from "./address-kinds.ts";
import { geocoderSettings } from "./geocoder-settings.ts";
import {
  choice,
  file,
  flag,
  folder,
  integer,
  type Kind,
  schedule,
  secretKey,
  seed,
  setting,
  signingSecret,
  simulationSpeed,
  text,
} from "./kinds.ts";
import { listeningSettings } from "./listening-settings.ts";
import { storageSettings } from "./storage-settings.ts";
import { webhookSchedules } from "./webhook-schedules.ts";

/**
 * Every setting. A flag wins over the variable `WAYBILL_…`, and that over the default. `tools/operating-tables.ts`
 * writes the table of `docs/operating.md` from here.
 */
export const settings = {
  ...listeningSettings,
  data: setting(text, "./waybill-data", "Folder for the databases; created if missing."),
  publicUrl: setting(
    origin,
    null,
    "URL under which clients reach Waybill. Links use it; with https, cookies are Secure.",
    "the listening address",
  ),
  trustedProxies: setting(cidrs, cidrs.parse(""), "Proxies whose X-Forwarded-For is trusted."),
  corsOrigins: setting(
    origins,
    [] as readonly string[],
    "Origins whose pages may call the API with a key; * allows all.",
  ),
  signup: setting(choice(["open", "closed"]), "open", "Whether anyone may sign up."),
  defaultTier: setting(text, "free", "Tier of new accounts, which sets their limits."),
  logLevel: setting(choice(logLevels), "info", "Minimum level of log lines."),
  validateAnswers: setting(
    choice(["all", "sample", "none"]),
    "sample",
    "Responses to check against their schema: all (a bug becomes a 500), one of 64 (a bug is logged), or none.",
  ),
  metrics: setting(
    listenAddress,
    null,
    "Address for Prometheus metrics at /metrics; no credentials required.",
  ),
  minFreeMb: setting(
    integer(0, 1_000_000),
    128,
    "Disk space to keep free, in MB. Below it, writes are refused; reads continue.",
  ),
  backupFolder: setting(
    folder,
    null,
    "Folder for daily backups, ideally on another disk; created if missing.",
    "none (no backups); with S3-compatible storage the data folder's name and -backups",
  ),
  backupHour: setting(integer(0, 23), 2, "Hour (UTC) from which the daily backup is made."),
  backupKeep: setting(integer(1, 1_000), 7, "Number of days whose backups stay in that folder."),
  backupCheck: setting(
    choice(["weekly", "daily", "off"]),
    "weekly",
    "How often Waybill restores the newest backup into a temporary folder beside it and examines it.",
  ),
  ...storageSettings,
  shutdownDelaySeconds: setting(
    integer(0, 60),
    0,
    "Seconds to keep answering after a stop signal, while /readyz answers 503 for load balancers.",
  ),
  quoteLifetimeSeconds: setting(integer(1, 86_400), 900, "Seconds for which a quote is valid."),
  quotingDeadlineSeconds: setting(integer(1, 60), 10, "Seconds that carriers have to quote."),
  shipmentExpirySeconds: setting(
    integer(1, 30 * 86_400),
    86_400,
    "Seconds after which a shipment without an accepted quote expires.",
  ),
  trackingLinkDays: setting(integer(1, 3_650), 30, "Days that tracking links outlast their shipment."),
  personalDataDays: setting(
    integer(1, 3_650),
    null,
    "Days after a shipment's end until its personal data is erased. Accounts can choose fewer.",
    "none (kept)",
  ),
  deletionDays: setting(
    integer(0, 365),
    14,
    "Days from the request to delete an account until it is deleted; its owner can take it back until then.",
  ),
  requestLogDays: setting(integer(1, 366), 7, "Days to keep the request log, up to 5,000,000 requests."),
  webhookConcurrency: setting(integer(1, 10_000), 1_024, "Maximum webhook deliveries in flight."),
  webhookSchedule: setting(
    schedule,
    null,
    "Seconds to wait before each delivery attempt, counted from the previous one.",
    `${webhookSchedules.live}; in the sandbox ${webhookSchedules.sandbox}`,
  ),
  webhookAllowCidrs: setting(
    cidrs,
    cidrs.parse(""),
    "Private and other blocked addresses that webhooks may reach, including this machine's own.",
  ),
  carrierAllowCidrs: setting(
    cidrs,
    cidrs.parse(""),
    "Private and other blocked addresses that the operator's own carriers may have, besides those for webhooks.",
  ),
  caFile: setting(
    file,
    null,
    "File of certificates (PEM) that requests to webhooks, carriers and other servers also trust, such as your own authority's.",
    "none (public authorities only)",
  ),
  routerUrl: setting(
    serverUrl,
    null,
    "OSRM server for road distances and travel times, such as http://127.0.0.1:5000. It may have a private address.",
    "none (distances and times are estimated)",
  ),
  ...geocoderSettings,
  webhookEndpoints: setting(integer(1, 10_000), 50, "Maximum webhook endpoints per account and environment."),
  secretKey: setting(
    secretKey,
    null,
    "Key that encrypts the secrets of webhook endpoints, carriers and second factors, and the PINs and tracking links of recipients, at rest.",
    "none (not encrypted)",
  ),
  smtpUrl: setting(
    smtpUrl,
    null,
    "SMTP server with user and password, such as smtps://user:password@mail.example.com.",
    "none (no mail)",
  ),
  smtpFrom: setting(mailAddress, null, "Sender address of mail; required with an SMTP server."),
  recipientMailsPerDay: setting(
    integer(0, 1_000_000),
    1_000,
    "Maximum emails to recipients per account in 24 hours, for accounts that the operator allows to send them.",
  ),
  push: setting(
    choice(["off", "on"]),
    "off",
    "Whether drivers' phones can be woken over the push services of their browsers: of Google, Apple or Mozilla. Messages say nothing personal.",
  ),
  alarmUrl: setting(
    alarmUrl,
    null,
    "URL that is told when something needs the operator, and when it ends. It may have a private address.",
  ),
  alarmSecret: setting(
    signingSecret,
    null,
    "Secret that signs alarms as webhooks are signed, whsec_…; required with an alarm URL.",
  ),
  mapFile: setting(
    file,
    null,
    "PMTiles file with the streets that maps show. Waybill serves it to browsers itself.",
    "map.pmtiles in the data folder, if it is there",
  ),
  mapTilesUrl: setting(tilesUrl, null, "Street-tile server for maps, used by browsers outside the map file."),
  mapAttribution: setting(text, "", "Attribution text shown on maps with streets; a map file has its own."),
  simulationSpeed: setting(simulationSpeed, 1, "Default speed of simulated drivers."),
  ephemeral: setting(
    flag,
    false,
    "For tests: a temporary folder, ready-made keys, no limits and instant deliveries.",
  ),
  seed: setting(seed, null, "With --ephemeral: the same seed gives the same keys, ids and quotes.", "random"),
  testClock: setting(
    flag,
    false,
    "For tests: accounts can move the time of their sandbox.",
    "false; true with --ephemeral",
  ),
  readyJson: setting(flag, false, "Print one line of JSON when ready, and nothing else."),
  exitWithParent: setting(flag, false, "Stop when the parent process exits."),
} as const;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** `webhookSchedule` → `WAYBILL_WEBHOOK_SCHEDULE`. */
export function variableName(name: SettingName): string {
  return `WAYBILL_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** `webhookSchedule` → `--webhook-schedule`. */
export function flagName(name: SettingName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The variable that names a file with the secret: `WAYBILL_SECRET_KEY_FILE`. */
export function fileVariableName(name: SettingName): string | undefined {
  return settings[name].kind.isSecret ? `${variableName(name)}_FILE` : undefined;
}

/** Whether a value of the setting must not stand where others can read it. */
export function isSecretValue(name: SettingName, value: string): boolean {
  const { isSecret, holdsSecret }: Kind<unknown> = settings[name].kind;
  return isSecret === true && (holdsSecret?.(value) ?? true);
}

/** The flag with its placeholder: `--port N`. */
export function flagSyntax(name: SettingName): string {
  return `${flagName(name)} ${settings[name].kind.placeholder}`.trim();
}
