import type { LogLevel } from "./log.ts";
import type { Cidrs } from "./net/address.ts";

/** Where a setting's value came from. */
export const settingSources = ["flag", "variable", "file", "default"] as const;

/** A setting for its operator to read. */
export interface SettingReport {
  /** The flag without its dashes: `backup-folder`. */
  readonly name: string;
  readonly flag: string;
  readonly variable: string;
  /** The value as written, or the shown default; secrets are masked. */
  readonly text: string;
  /** The shown default. */
  readonly standard: string;
  readonly source: (typeof settingSources)[number];
  /** The flag or the variable that set it; null for a default. */
  readonly from: string | null;
  readonly help: string;
}

/** The value of every setting. `app/config/settings.ts` defines names, parsing and help. */
export interface Config {
  /** Every setting that the command has, for its operator to read. */
  readonly reports: readonly SettingReport[];
  /** Address or host name to listen on. */
  readonly host: string;
  /** Port to listen on; 0 selects a free one. */
  readonly port: number;
  /** Path of the socket on which a proxy of this machine calls; null for none. */
  readonly httpSocket: string | null;
  /** Host name or IP address for which Waybill gets certificates itself; null for none. */
  readonly domain: string | null;
  /** ACME directory of the authority of those certificates. */
  readonly acmeDirectory: string;
  readonly acmeEmail: string | null;
  /** Path of a certificate that the directory may have besides the public ones. */
  readonly acmeCaFile: string | null;
  /** Path of the certificate with its chain; null without files for HTTPS. */
  readonly tlsCert: string | null;
  /** Path of its key; set whenever the certificate is. */
  readonly tlsKey: string | null;
  /** Port of plain HTTP beside HTTPS. */
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Path of the data folder. */
  readonly data: string;
  /** Origin at which callers reach Waybill; null for the listening address. */
  readonly publicUrl: string | null;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: Cidrs;
  /** Origins whose pages may call the API with a key; a single `*` allows all. */
  readonly corsOrigins: readonly string[];
  readonly signup: "open" | "closed";
  /** Tier of new accounts. */
  readonly defaultTier: string;
  readonly logLevel: LogLevel;
  /** Which responses are checked against their schema. */
  readonly validateAnswers: "all" | "sample" | "none";
  /** Address of the metrics; null to serve none. */
  readonly metrics: { hostname: string; port: number } | null;
  /** MB kept free on the disk of the data folder. */
  readonly minFreeMb: number;
  /** Path of the backup folder; null for no backups. */
  readonly backupFolder: string | null;
  /** Hour, UTC, from which the daily backup is due. */
  readonly backupHour: number;
  /** Of how many days backups are kept. */
  readonly backupKeep: number;
  /** How often the newest backup is restored for a check. */
  readonly backupCheck: "weekly" | "daily" | "off";
  /** Seconds during which a stopping server still answers. */
  readonly shutdownDelaySeconds: number;
  /** Seconds during which a quote can be accepted. */
  readonly quoteLifetimeSeconds: number;
  /** Seconds within which carriers must answer a quote request. */
  readonly quotingDeadlineSeconds: number;
  /** Seconds that a shipment waits for an accepted quote before it expires. */
  readonly shipmentExpirySeconds: number;
  /** Days after the final state until a tracking link ends. */
  readonly trackingLinkDays: number;
  /** Between the request to delete an account and its deletion. */
  readonly deletionDays: number;
  /** Days after a shipment's end until its personal data is erased; null keeps it. */
  readonly personalDataDays: number | null;
  /** Days that the request log is kept. */
  readonly requestLogDays: number;
  /** How many webhook deliveries may be in flight at once. */
  readonly webhookConcurrency: number;
  /** Seconds to wait before each delivery attempt; null for the standard schedule. */
  readonly webhookSchedule: readonly number[] | null;
  /** Addresses that webhooks may be sent to, although they are refused otherwise. */
  readonly webhookAllowCidrs: Cidrs;
  /** Further addresses that carriers of the operator may have. */
  readonly carrierAllowCidrs: Cidrs;
  /** Path of a file of certificates that outgoing requests trust besides the public authorities; null for none. */
  readonly caFile: string | null;
  /** Base URL of an OSRM server; null for distances and times of Waybill's own. */
  readonly routerUrl: string | null;
  /** How many webhook endpoints an account can have in each environment. */
  readonly webhookEndpoints: number;
  /** Key that encrypts stored secrets; null stores them unencrypted. */
  readonly secretKey: Uint8Array | null;
  /** SMTP server with its credentials; null sends no mail. */
  readonly smtpUrl: string | null;
  /** Sender address of mail. */
  readonly smtpFrom: string | null;
  /** Mails to recipients that an account sends in 24 hours at most. */
  readonly recipientMailsPerDay: number;
  /** URL that gets the operator's alarms; null for none. */
  readonly alarmUrl: string | null;
  /** Signs them, `whsec_…`; set whenever the URL is. */
  readonly alarmSecret: string | null;
  /** Path of the map file with streets; null for `map.pmtiles` in the data folder, if it is there. */
  readonly mapFile: string | null;
  /** URL template of a tile server, with `{z}`, `{x}` and `{y}`; null for the built-in map. */
  readonly mapTilesUrl: string | null;
  /** Attribution text shown on maps with street tiles. */
  readonly mapAttribution: string;
  /** Default speed of simulated drivers: a factor, `instant` or `manual`. */
  readonly simulationSpeed: number | "instant" | "manual";
  /** For tests: a temporary data folder, known keys, no limits, drivers that arrive at once. */
  readonly ephemeral: boolean;
  /** With `ephemeral`: keys, ids and quotes derive from it; null for random ones. */
  readonly seed: string | null;
  /** Whether accounts may have clocks of their own in the sandbox. */
  readonly testClock: boolean;
  /** Whether the server prints one line of JSON when it is ready. */
  readonly readyJson: boolean;
  /** Whether the server stops when its parent process ends. */
  readonly exitWithParent: boolean;
}
