import { type Static, Type } from "@sinclair/typebox";
import { priceDescription } from "../access/limits/schema.ts";
import { LimitsSchema, Role } from "../access/schema.ts";
import {
  Environment,
  GrowingWords,
  Id,
  Money,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Text,
  Timestamp,
  Words,
} from "../infra/http/schema.ts";
import { OperatorBackup, OperatorRestoreCheck } from "./backup-schema.ts";
import { OperatorMap } from "./map-schema.ts";
import { OperatorNeed, OperatorTraffic } from "./overview-schema.ts";

const Bytes = Type.Integer({ minimum: 0 });
const accountStatuses = ["active", "suspended"] as const;
const AccountStatus = Words(accountStatuses, { title: "AccountStatus" });

/** Orders of the list of accounts. */
const accountOrders = ["created", "last_used", "trouble"] as const;

export const OperatorAccount = Named("OperatorAccount", {
  id: Id("acct"),
  name: Type.String({ examples: ["Book shop"] }),
  tier: Type.String({ examples: ["free"] }),
  status: AccountStatus,
  suspended_at: Nullable(Timestamp, { examples: [null] }),
  deletion_due_at: Nullable(Timestamp, {
    description: "When the account will be deleted. Null if nobody asked for it.",
    examples: [null],
  }),
  created_at: Timestamp,
  users: Type.Array(
    Named("OperatorAccountUser", {
      id: Id("usr"),
      email: Type.String({ examples: ["alex@example.com"] }),
      role: Role,
      is_operator: Type.Boolean(),
      created_at: Timestamp,
    }),
    { description: "The account's users, oldest first." },
  ),
  usable_keys: Type.Integer({ minimum: 0, description: "API keys that are neither revoked nor expired." }),
  last_request_at: Nullable(Timestamp, {
    description: "Last request with an API key, to the minute. Null if there was none.",
  }),
  recipient_mail: Type.Boolean({ description: "Whether the account wants Waybill to email its recipients." }),
  recipient_mail_allowed: Type.Boolean({ description: "Whether you allow it. False for new accounts." }),
  traffic: OperatorTraffic,
  needs: Type.Array(OperatorNeed, { description: "What needs you, the most urgent first." }),
});
export type OperatorAccountView = Static<typeof OperatorAccount>;
export const OperatorAccountPage = Page(OperatorAccount);

export const OperatorAccountQuery = PlainListQuery({
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 100,
      description:
        "Part of the account's name, or of a user's email address. Case and accents do not matter.",
    }),
  ),
  tier: Type.Optional(Text({ minLength: 1, maxLength: 100 })),
  status: Type.Optional(AccountStatus),
  sort: Type.Optional(
    Words(accountOrders, {
      title: "OperatorAccountOrder",
      description:
        "`created`: newest first. `last_used`: the last request with an API key first. `trouble`: what needs you first, then newest first.",
      default: "created",
    }),
  ),
});
export type OperatorAccountQuery = Static<typeof OperatorAccountQuery>;

export const PatchAccount = Named("PatchAccount", {
  tier: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "The name of a tier.", examples: ["growth"] }),
  ),
  suspended: Type.Optional(
    Type.Boolean({
      description: "True refuses all its keys and sessions; false restores them.",
    }),
  ),
  recipient_mail_allowed: Type.Optional(
    Type.Boolean({
      description:
        "Whether the account may let Waybill email its recipients. The emails come from your SMTP server and address.",
    }),
  ),
});
export type PatchAccount = Static<typeof PatchAccount>;

export const OperatorTier = Named("OperatorTier", {
  name: Type.String({ examples: ["free"] }),
  limits: Nullable(LimitsSchema, { description: "Null if the tier has no limits." }),
  accounts: Type.Integer({ minimum: 0, description: "Number of accounts in the tier." }),
  price: Nullable(Money, { description: priceDescription }),
  is_default: Type.Boolean({ description: "Whether new accounts get this tier." }),
});
export type OperatorTierView = Static<typeof OperatorTier>;
export const OperatorTiers = Named("OperatorTiers", { data: Type.Array(OperatorTier) });

const JobError = Named("JobError", {
  at: Timestamp,
  task_id: Nullable(
    Type.String({
      description: "The id of the row whose task failed and will be retried. Null if the job itself failed.",
    }),
  ),
  message: Type.String({ description: "The cause. The process log has the details." }),
});

const OperatorJob = Named(
  "OperatorJob",
  {
    name: Type.String({ examples: ["deliveries.send.live"] }),
    environment: Nullable(Environment, { description: "Null if the job serves the whole installation." }),
    schedule: Nullable(
      Type.String({
        description:
          "Cron expression in UTC: minute, hour, day, month, weekday. Null for jobs that run when a task is due.",
        examples: ["17 3 * * *"],
      }),
    ),
    last_run_at: Nullable(Timestamp, { description: "Since the process started." }),
    last_duration_ms: Nullable(
      Type.Number({
        minimum: 0,
        description:
          "Duration of the last run. For jobs without a schedule, the time spent looking for due tasks.",
      }),
    ),
    next_run_at: Nullable(Timestamp, { description: "Null for jobs without a schedule." }),
    backlog: Nullable(
      Type.Integer({
        minimum: 0,
        description: "Tasks due or running (capped). Null for jobs with a schedule.",
      }),
    ),
    oldest_due_age_seconds: Nullable(
      Type.Integer({ minimum: 0, description: "How long the oldest task has been due." }),
    ),
    held_back: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          "Tasks due that wait for a receiver, which is slow or fails. They delay no other task and are no part of the backlog. Null for jobs without receivers.",
      }),
    ),
    last_error: Nullable(JobError, { description: "Since the process started." }),
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
        held_back: 0,
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
    description: "Size of the write-ahead log. Waybill empties it when it reaches a limit.",
  }),
  schema: Type.String({ description: "The newest applied migration.", examples: ["0001_platform"] }),
  is_damaged: Type.Boolean({
    description: "Whether the database is damaged. The log says what to do.",
  }),
  last_sync_age_seconds: Nullable(
    Type.Integer({
      minimum: 0,
      description: "Time since the last successful disk sync. Null if no sync is needed.",
    }),
  ),
});
export type OperatorDatabaseView = Static<typeof OperatorDatabase>;

export const OperatorStorage = Named("OperatorStorage", {
  version: Type.String({ description: "Version of Waybill.", examples: ["1.0.0"] }),
  started_at: Timestamp,
  data_folder: Type.String({ description: "The path given at start.", examples: ["/var/lib/waybill"] }),
  free_bytes: Nullable(
    Type.Integer({
      minimum: 0,
      description: "Free space on the data folder's disk, about a second ago. Null if unknown.",
    }),
  ),
  min_free_bytes: Type.Integer({ minimum: 0, description: "Below this, Waybill refuses writes." }),
  writes_refused: Type.Boolean({ description: "Whether free space is below `min_free_bytes`." }),
  sync_running_ms: Type.Number({
    minimum: 0,
    description: "Duration of the running disk sync. It grows while the disk is stalled.",
  }),
  databases: Type.Array(OperatorDatabase),
  backup_folder: Nullable(Type.String(), {
    description: "Folder of the daily backups. Null if none is configured.",
    examples: ["/mnt/backups"],
  }),
  last_backup: Nullable(OperatorBackup, {
    description:
      "The newest backup. It holds everything acknowledged before its time. Null if there is none or the folder is unreadable.",
  }),
  map: Nullable(OperatorMap, {
    description: "The map file with the streets of maps. Null if there is none.",
  }),
  restore_check: Nullable(OperatorRestoreCheck, {
    description:
      "The latest check of a backup: Waybill restores the newest one into a temporary folder and examines it. Null before the first.",
  }),
});
export type OperatorStorageView = Static<typeof OperatorStorage>;
