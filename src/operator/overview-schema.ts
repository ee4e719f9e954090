import { type Static, Type } from "@sinclair/typebox";
import { CreatedBy } from "../access/schema.ts";
import { Environment, GrowingWords, Id, Named, Nullable, Timestamp } from "../infra/http/schema.ts";
import { needKinds } from "./need.ts";

const Count = Type.Integer({ minimum: 0 });

export const OperatorNeed = Named(
  "OperatorNeed",
  {
    id: Type.String({ description: "The same for as long as it goes on." }),
    kind: GrowingWords(needKinds, { title: "OperatorNeedKind" }),
    account_id: Nullable(Id("acct"), { description: "Null for the installation itself." }),
    account_name: Nullable(Type.String()),
    environment: Nullable(Environment, { description: "Null if it concerns both." }),
    webhook_id: Nullable(Id("whe"), { description: "The endpoint that is the cause, if one is." }),
    message: Type.String({ description: "What is wrong, as of now, in English." }),
    since: Nullable(Timestamp, { description: "When it began. Null if unknown." }),
    is_urgent: Type.Boolean({ description: "Whether somebody should be told at once." }),
    remedy: Nullable(Type.String(), {
      description: "What ends it, in English. Only for what is missing before you go live, otherwise null.",
    }),
    command: Nullable(Type.String(), {
      description: "The setting or the command to copy. Null where a click or a hand ends it.",
    }),
    dismissed_at: Nullable(Timestamp, {
      description: "When somebody chose to leave it as it is. Null if nobody did.",
    }),
    dismissed_by: { ...CreatedBy, description: "Who chose to leave it as it is. Null if nobody did." },
  },
  {
    examples: [
      {
        id: "endpoint acct_01m7x5rdwme1ct34p92xd7wpnk live whe_01m7x5rdwme1ct34p92xd7wpnm",
        kind: "endpoint",
        account_id: "acct_01m7x5rdwme1ct34p92xd7wpnk",
        account_name: "Book shop",
        environment: "live",
        webhook_id: "whe_01m7x5rdwme1ct34p92xd7wpnm",
        message: "The webhook endpoint Customer mails (live) does not respond in time. 145 deliveries wait.",
        since: "2026-01-31T05:16:00.000Z",
        is_urgent: true,
        remedy: null,
        command: null,
        dismissed_at: null,
        dismissed_by: null,
      },
    ],
  },
);
export type OperatorNeedView = Static<typeof OperatorNeed>;
export const OperatorNeeds = Named("OperatorNeeds", { data: Type.Array(OperatorNeed) });

/** Requests with API keys, in both environments. */
export const OperatorTraffic = Named("OperatorTraffic", {
  from: Type.String({
    format: "date",
    description: "First day of `requests_by_day`.",
    examples: ["2026-01-18"],
  }),
  requests_by_day: Type.Array(Count, {
    description: "Requests with API keys on each of the last 14 UTC days, oldest first.",
  }),
  requests: Type.Integer({ minimum: 0, description: "Requests with API keys in the last 24 hours." }),
  errors: Type.Integer({ minimum: 0, description: "Of these, answered with 400 or above, except 429." }),
  rate_limited: Type.Integer({ minimum: 0, description: "Of these, answered with 429." }),
  commonest_error: Nullable(Type.String({ examples: ["validation_failed"] }), {
    description: "The code of most of the errors.",
  }),
});
export type OperatorTrafficView = Static<typeof OperatorTraffic>;

export const OperatorInstallation = Named("OperatorInstallation", {
  version: Type.String({ description: "Version of Waybill.", examples: ["1.0.0"] }),
  started_at: Timestamp,
  accounts: Count,
  requests: Type.Integer({ minimum: 0, description: "Requests with API keys in the last 24 hours." }),
  errors: Type.Integer({ minimum: 0, description: "Of these, answered with 400 or above, except 429." }),
  free_bytes: Nullable(Type.Integer({ minimum: 0 }), {
    description: "Free space on the data folder's disk. Null if unknown.",
  }),
  backs_up: Type.Boolean({ description: "Whether daily backups are configured." }),
  last_backup_at: Nullable(Timestamp),
  signup: GrowingWords(["open", "closed"], { description: "Whether anybody may sign up." }),
  sends_mail: Type.Boolean({ description: "Whether an SMTP server is configured." }),
  accounts_with_open_proofs: Type.Integer({
    minimum: 0,
    description:
      "How many accounts show signatures and photos to everybody with the tracking link (`brand.proof_behind_digits` is false).",
  }),
  needs: Type.Array(OperatorNeed, { description: "What is wrong with the installation itself." }),
  before_live: Type.Array(OperatorNeed, {
    description: "What is missing before people rely on the installation, also what somebody dismissed.",
  }),
});
