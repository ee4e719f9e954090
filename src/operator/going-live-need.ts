import type { AddressProblem } from "../infra/public-address.ts";
import { bytesPerMb } from "../infra/units.ts";
import type { Dismissal, GoingLiveKind, Need } from "./need.ts";

/** What is missing before people rely on the installation, and what ends each. */

/** What is known of a server that is for people. */
export interface GoingLiveFacts {
  readonly address: AddressProblem | null;
  /** Whether a folder for daily backups is set. */
  readonly backsUp: boolean;
  /** Whether S3-compatible storage is set. */
  readonly uploads: boolean;
  readonly hasBackupElsewhere: boolean;
  readonly sendsMail: boolean;
  readonly hasGeocoder: boolean;
  readonly hasMap: boolean;
  readonly hasSecretKey: boolean;
  /** Of the operator; true while there is none. */
  readonly hasSecondFactor: boolean;
  /** Null if unknown. */
  readonly freeBytes: number | null;
  /** What stays free in any case. */
  readonly reservedBytes: number;
  /** What an upgrade may need. */
  readonly upgradeBytes: number;
  readonly hasLiveShipments: boolean;
}

interface GoingLiveRule {
  readonly kind: GoingLiveKind;
  /** The greater, the sooner it hurts. */
  readonly weight: number;
  isMissing(facts: GoingLiveFacts): boolean;
  /** What it means; a sentence. */
  message(facts: GoingLiveFacts): string;
  /** What ends it; a sentence. */
  remedy(facts: GoingLiveFacts): string;
  /** The setting or the command to copy; null where a click or a hand ends it. */
  command(facts: GoingLiveFacts): string | null;
}

/** Of these two people suffer once goods are under way. */
const urgentInLive: ReadonlySet<GoingLiveKind> = new Set(["address_is_local", "no_backup_elsewhere"]);
const urgentWeight = 60;
/** Pictures of proofs fill the rest sooner than one thinks. */
const freeBytesWanted = 1_024 * bytesPerMb;
const restart = "Set it where Waybill gets its settings, and restart.";

const rules: readonly GoingLiveRule[] = [
  {
    kind: "address_is_local",
    weight: 20,
    isMissing: ({ address }) => address === "local",
    message: () =>
      "Only this machine can open Waybill, and no phone: codes to scan and links in emails lead nowhere.",
    remedy: () => `Give it the name of this machine; Waybill gets a certificate. ${restart}`,
    command: () => "WAYBILL_DOMAIN=waybill.example.com",
  },
  {
    kind: "address_is_plain",
    weight: 18,
    isMissing: ({ address }) => address === "plain",
    message: () =>
      "The public URL is plain HTTP: drivers' phones share no location, scan no labels and do not start offline.",
    remedy: () => `Give it the name of this machine; Waybill gets a certificate. ${restart}`,
    command: () => "WAYBILL_DOMAIN=waybill.example.com",
  },
  {
    kind: "no_backup_elsewhere",
    weight: 16,
    isMissing: ({ hasBackupElsewhere }) => !hasBackupElsewhere,
    message: () =>
      "If this disk fails, everything is lost: no backup is on another file system or in S3-compatible storage.",
    remedy({ backsUp, uploads }) {
      if (uploads)
        return "Take a backup on the Storage page. It says why none is in the storage that is set.";
      return backsUp
        ? "Name a folder on another disk or S3-compatible storage, then take a backup; or download one on the Storage page each week."
        : `Name a folder on another disk, or S3-compatible storage. ${restart} Then take a backup.`;
    },
    command: ({ uploads }) => (uploads ? null : "WAYBILL_BACKUP_FOLDER=/mnt/backups"),
  },
  {
    kind: "low_space",
    weight: 14,
    isMissing: ({ freeBytes, ...facts }) => freeBytes !== null && freeBytes < wantedBytes(facts),
    message: ({ freeBytes, ...facts }) =>
      `${megabytes(freeBytes ?? 0)} of disk space are free, and Waybill should have ${megabytes(wantedBytes(facts))}.`,
    remedy: () => "Free disk space, or move the data folder to a larger disk.",
    command: () => null,
  },
  {
    kind: "no_second_factor",
    weight: 12,
    isMissing: ({ hasSecondFactor }) => !hasSecondFactor,
    message: () => "A password alone opens the operator's pages.",
    remedy: () => "Turn on your second factor on the page Your sign-in.",
    command: () => null,
  },
  {
    kind: "no_secret_key",
    weight: 10,
    isMissing: ({ hasSecretKey }) => !hasSecretKey,
    message: () =>
      "Secrets of webhooks and carriers, PINs and tracking links are stored unencrypted, also in backups.",
    remedy: () =>
      `Create a key, name its file as WAYBILL_SECRET_KEY_FILE, and restart. Keep a copy elsewhere.`,
    command: () => "(umask 077; openssl rand -base64 32 > waybill.key)",
  },
  {
    kind: "recipients_unreachable",
    weight: 8,
    isMissing: ({ sendsMail }) => !sendsMail,
    message: () =>
      "No SMTP server is set: recipients get no emails, and nobody can reset a password by email.",
    remedy: () => `Name the server, and the sender as WAYBILL_SMTP_FROM. ${restart}`,
    command: () => "WAYBILL_SMTP_URL=smtps://user:password@mail.example.com",
  },
  {
    kind: "no_geocoder",
    weight: 6,
    isMissing: ({ hasGeocoder }) => !hasGeocoder,
    message: () => "No geocoder is set: Waybill knows of an address only its town.",
    remedy: () => `Name a geocoder. ${restart}`,
    command: () => "WAYBILL_GEOCODER_URL=http://127.0.0.1:8088",
  },
  {
    kind: "no_map",
    weight: 4,
    isMissing: ({ hasMap }) => !hasMap,
    message: () => "Maps show no streets.",
    remedy: () => `Name a map file. ${restart}`,
    command: () => "WAYBILL_MAP_FILE=/srv/maps/region.pmtiles",
  },
];

/** @param dismissals by kind */
export function goingLiveNeeds(
  facts: GoingLiveFacts,
  dismissals: ReadonlyMap<GoingLiveKind, Dismissal>,
): Need[] {
  return rules
    .filter((rule) => rule.isMissing(facts))
    .map(({ kind, weight, message, remedy, command }) => {
      const hurts = facts.hasLiveShipments && urgentInLive.has(kind);
      const given = dismissals.get(kind);
      // Who dismissed it before anything was at stake is asked again.
      const dismissal = given === undefined || (hurts && !given.wasUrgent) ? null : given;
      return {
        id: kind,
        kind,
        accountId: null,
        environment: null,
        webhookId: null,
        message: message(facts),
        since: null,
        weight: dismissal !== null ? 0 : hurts ? urgentWeight : weight,
        goingLive: { remedy: remedy(facts), command: command(facts), dismissal, hurts },
      };
    });
}

function wantedBytes({
  reservedBytes,
  upgradeBytes,
}: Pick<GoingLiveFacts, "reservedBytes" | "upgradeBytes">): number {
  return reservedBytes + Math.max(upgradeBytes, freeBytesWanted);
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / bytesPerMb).toLocaleString("en-US")} MB`;
}
