import { type Static, Type } from "@sinclair/typebox";
import { tierNames } from "../access/limits/limit.ts";
import { LimitsSchema } from "../access/limits/schema.ts";
import {
  Environment,
  GrowingWords,
  Id,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Text,
  Timestamp,
  Words,
} from "../infra/http/schema.ts";

const Bytes = Type.Integer({ minimum: 0 });
const Tier = Words(tierNames, { title: "Tier", examples: ["growth"] });
export const accountStatuses = ["active", "suspended"] as const;
const AccountStatus = Words(accountStatuses, { title: "AccountStatus" });

export const OperatorAccount = Named("OperatorAccount", {
  id: Id("acct"),
  name: Type.String({ examples: ["Book shop"] }),
  tier: Type.String({ examples: ["free"] }),
  status: AccountStatus,
  suspended_at: Nullable(Timestamp, { examples: [null] }),
  created_at: Timestamp,
  users: Type.Array(
    Named("OperatorAccountUser", {
      id: Id("usr"),
      email: Type.String({ examples: ["alex@example.com"] }),
      is_operator: Type.Boolean(),
      created_at: Timestamp,
    }),
    { description: "The people who sign in to it, oldest first." },
  ),
  usable_keys: Type.Integer({ minimum: 0, description: "API keys that are neither revoked nor expired." }),
});
export type OperatorAccountView = Static<typeof OperatorAccount>;
export const OperatorAccountPage = Page(OperatorAccount);

export const OperatorAccountQuery = PlainListQuery({
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 100,
      description: "A part of the account's name, or of the e-mail address of one of its users.",
    }),
  ),
  tier: Type.Optional(Text({ minLength: 1, maxLength: 100 })),
  status: Type.Optional(AccountStatus),
});
export type OperatorAccountQuery = Static<typeof OperatorAccountQuery>;

export const PatchAccount = Named("PatchAccount", {
  tier: Type.Optional(Tier),
  suspended: Type.Optional(
    Type.Boolean({
      description: "True ends what its keys and sessions may do; false gives all of it back.",
    }),
  ),
});
export type PatchAccount = Static<typeof PatchAccount>;

export const OperatorTier = Named("OperatorTier", {
  name: Type.String({ examples: ["free"] }),
  limits: Nullable(LimitsSchema, { description: "Null: there are none." }),
  accounts: Type.Integer({ minimum: 0, description: "How many accounts are in it." }),
  is_default: Type.Boolean({ description: "Whether new accounts get it." }),
});
export type OperatorTierView = Static<typeof OperatorTier>;
export const OperatorTiers = Named("OperatorTiers", { data: Type.Array(OperatorTier) });

export const OperatorCarrier = Named("OperatorCarrier", {
  id: Id("car"),
  code: Type.String({ examples: ["swift_bike"] }),
  name: Type.String({ examples: ["Swift Bike"] }),
  kind: Type.String({ description: "The way in which it is reached.", examples: ["simulated"] }),
  environments: Type.Array(Environment),
  can_update: Type.Boolean({ description: "Whether it is told of changes after it was booked." }),
  can_cancel: Type.Boolean(),
});
export type OperatorCarrierView = Static<typeof OperatorCarrier>;
export const OperatorCarriers = Named("OperatorCarriers", { data: Type.Array(OperatorCarrier) });

const JobError = Named("JobError", {
  at: Timestamp,
  task_id: Nullable(
    Type.String({ description: "The row whose task failed, and is tried again; null where the job did." }),
  ),
  message: Type.String({ description: "What caused it. The log of the process has the rest." }),
});

export const OperatorJob = Named(
  "OperatorJob",
  {
    name: Type.String({ examples: ["deliveries.send.live"] }),
    environment: Nullable(Environment, { description: "Null: it is for all of the installation." }),
    schedule: Nullable(
      Type.String({
        description:
          "Minute, hour, day, month and weekday in UTC; null for one that runs when something is due.",
        examples: ["17 3 * * *"],
      }),
    ),
    last_run_at: Nullable(Timestamp, { description: "Since the start of the process." }),
    last_duration_ms: Nullable(
      Type.Number({
        minimum: 0,
        description: "Of one without a schedule: how long it looked for what is due.",
      }),
    ),
    next_run_at: Nullable(Timestamp, { description: "Of one with a schedule." }),
    backlog: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          "Tasks that are due, what runs included, counted up to a limit; null for one with a schedule.",
      }),
    ),
    oldest_due_age_seconds: Nullable(
      Type.Integer({ minimum: 0, description: "How long the oldest of them has been due." }),
    ),
    last_error: Nullable(JobError, { description: "Since the start of the process." }),
  },
  {
    examples: [
      {
        name: "deliveries.send.live",
        environment: "live",
        schedule: null,
        last_run_at: "2026-01-31T09:30:00.000Z",
        last_duration_ms: 0.42,
        next_run_at: null,
        backlog: 3,
        oldest_due_age_seconds: 1,
        last_error: {
          at: "2026-01-31T08:12:30.000Z",
          task_id: "dlv_01m7x5rdwme1ct34p92xd7wpnk",
          message: "database is locked",
        },
      },
    ],
  },
);
export type OperatorJobView = Static<typeof OperatorJob>;
export const OperatorJobs = Named("OperatorJobs", { data: Type.Array(OperatorJob) });

const OperatorDatabase = Named("OperatorDatabase", {
  name: GrowingWords(["accounts", "live", "sandbox", "telemetry"]),
  size_bytes: Bytes,
  log_size_bytes: Type.Integer({
    minimum: 0,
    description: "Of the write-ahead log, which is emptied when it has grown to a limit.",
  }),
  schema: Type.String({ description: "The newest migration.", examples: ["0001_platform"] }),
  is_damaged: Type.Boolean({
    description: "Whether damage was met, or found by reading it through; the log says what to do.",
  }),
  last_sync_age_seconds: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        "Since the disk last said that it keeps what was written; null where nothing waits for that.",
    }),
  ),
});
export type OperatorDatabaseView = Static<typeof OperatorDatabase>;

const OperatorBackup = Named("OperatorBackup", {
  path: Type.String({ examples: ["/mnt/backups/waybill-2026-01-31T020701Z"] }),
  at: Timestamp,
  size_bytes: Bytes,
  version: Type.String({ description: "Of the Waybill that made it.", examples: ["1.0.0"] }),
});
export type OperatorBackupView = Static<typeof OperatorBackup>;

export const OperatorStorage = Named("OperatorStorage", {
  version: Type.String({ description: "Of Waybill.", examples: ["1.0.0"] }),
  started_at: Timestamp,
  data_folder: Type.String({ description: "As it was named at the start.", examples: ["/var/lib/waybill"] }),
  free_bytes: Nullable(
    Type.Integer({
      minimum: 0,
      description: "On its disk, about a second ago; null while that is not known.",
    }),
  ),
  min_free_bytes: Type.Integer({ minimum: 0, description: "With less, writes are refused." }),
  writes_refused: Type.Boolean({ description: "Whether there is too little space." }),
  sync_running_ms: Type.Number({
    minimum: 0,
    description: "How long the sync that runs has been running; it grows while the disk hangs.",
  }),
  databases: Type.Array(OperatorDatabase),
  backup_folder: Nullable(Type.String(), {
    description: "Where a backup is made every day; null: none is.",
    examples: ["/mnt/backups"],
  }),
  last_backup: Nullable(OperatorBackup, {
    description:
      "The newest there, with all that was acknowledged before its time; null where there is none, or the folder cannot be read.",
  }),
});
export type OperatorStorageView = Static<typeof OperatorStorage>;
