import type { LogLevel } from "./log.ts";
import type { Cidrs } from "./net/address.ts";

/** The value of every setting. `app/config/settings.ts` says how each is written, read and explained. */
export interface Config {
  /** Address or host name to listen on. */
  readonly host: string;
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  /** Path of the data folder. */
  readonly data: string;
  /** Origin under which callers reach Waybill; null for the listening address. */
  readonly publicUrl: string | null;
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: Cidrs;
  /** Origins whose pages may call the API with a key; `*` alone stands for all. */
  readonly corsOrigins: readonly string[];
  readonly signup: "open" | "closed";
  /** Name of the tier of new accounts. */
  readonly defaultTier: string;
  readonly logLevel: LogLevel;
  /** Where metrics are served; null for nowhere. */
  readonly metrics: { hostname: string; port: number } | null;
  /** MB kept free on the disk of the data folder. */
  readonly minFreeMb: number;
  /** Path of the backups' folder; null for no backups. */
  readonly backupFolder: string | null;
  /** Hour of the day, UTC, from which a day's backup is made. */
  readonly backupHour: number;
  /** How many backups are kept. */
  readonly backupKeep: number;
  /** Seconds for which a stopping server still answers. */
  readonly shutdownDelaySeconds: number;
  /** Seconds for which a quote can be accepted. */
  readonly quoteLifetimeSeconds: number;
  /** Seconds that carriers have to answer a request for quotes. */
  readonly quotingDeadlineSeconds: number;
  /** Seconds for which a shipment waits for an accepted quote. */
  readonly shipmentExpirySeconds: number;
  /** Days that the request log goes back. */
  readonly requestLogDays: number;
  /** How many webhook deliveries may be in flight at once. */
  readonly webhookConcurrency: number;
  /** Seconds to wait before each delivery attempt; null for the standard schedule. */
  readonly webhookSchedule: readonly number[] | null;
  /** Otherwise forbidden addresses that webhooks may be sent to. */
  readonly webhookAllowCidrs: Cidrs;
  /** How many endpoints an account can have in each environment. */
  readonly webhookEndpoints: number;
  /** Key that stored secrets are encrypted with; null keeps them as they are. */
  readonly secretKey: Uint8Array | null;
  /** SMTP server with its credentials; null sends no mail. */
  readonly smtpUrl: string | null;
  /** Sender of mail. */
  readonly smtpFrom: string | null;
  /** Template of a tile server's URL, with `{z}`, `{x}` and `{y}`; null for the built-in map. */
  readonly mapTilesUrl: string | null;
  /** Attribution text shown on maps with street tiles. */
  readonly mapAttribution: string;
  /** Speed of simulated drivers for shipments that set none: a factor, or one of the two words. */
  readonly simulationSpeed: number | "instant" | "manual";
  /** For tests: a temporary folder, known keys, no limits, drivers who arrive at once. */
  readonly ephemeral: boolean;
  /** With `ephemeral`: what keys, ids and quotes are derived from; null for random ones. */
  readonly seed: string | null;
  /** Whether readiness is printed as one line of JSON. */
  readonly readyJson: boolean;
  /** Whether the server stops when its parent process has ended. */
  readonly exitWithParent: boolean;
}
