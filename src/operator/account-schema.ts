import { type Static, Type } from "@sinclair/typebox";
import { AuditEntrySchema } from "../access/audit/schema.ts";
import { KeySchema } from "../access/keys/schema.ts";
import { LimitsSchema } from "../access/schema.ts";
import { ShipmentStatisticsSchema } from "../delivery/orders/shipments/statistics-schema.ts";
import { Environment, GrowingWords, Id, Named, Nullable, Timestamp } from "../infra/http/schema.ts";
import { waitingMax } from "../messaging/webhooks/deliveries/trouble.ts";
import { OperatorInstallation } from "./overview-schema.ts";
import { OperatorAccount } from "./schema.ts";

const Count = Type.Integer({ minimum: 0 });

const OperatorEndpoint = Named("OperatorEndpoint", {
  id: Id("whe"),
  name: Type.String({
    description: "Its description, or else its URL's host: the rest of the URL may be secret.",
    examples: ["Customer mails"],
  }),
  disabled_reason: Nullable(GrowingWords(["owner", "failures", "gone"]), {
    description: "Null while it is enabled.",
    examples: [null],
  }),
  failing_since: Nullable(Timestamp, { description: "Null if its last attempt succeeded." }),
  waiting: Type.Integer({
    minimum: 0,
    maximum: waitingMax,
    description: "Deliveries that wait, capped at 1,000.",
  }),
  oldest_due_at: Nullable(Timestamp),
  attempts: Type.Integer({ minimum: 0, description: "Attempts in the last 24 hours." }),
  succeeded: Type.Integer({ minimum: 0, description: "Of these, successful ones." }),
});
export type OperatorEndpointView = Static<typeof OperatorEndpoint>;

const OperatorAccountEnvironment = Named("OperatorAccountEnvironment", {
  environment: Environment,
  requests_today: Type.Integer({ minimum: 0, description: "Requests with API keys on this UTC day." }),
  requests_left_today: Nullable(Count, { description: "Null without a limit." }),
  stored_bytes: Count,
  shipments: ShipmentStatisticsSchema.properties.by_status,
  endpoints: Type.Array(OperatorEndpoint, { description: "Webhook endpoints, newest first." }),
});

export const OperatorAccountDetail = Named("OperatorAccountDetail", {
  ...OperatorAccount.properties,
  limits: Nullable(LimitsSchema, { description: "Of its tier, in each environment. Null for none." }),
  environments: Type.Array(OperatorAccountEnvironment),
  keys: Type.Array(KeySchema, { description: "API keys, newest first, at most 100." }),
  audit: Type.Array(AuditEntrySchema, {
    description: "The last entries of its audit log, newest first, at most 10.",
  }),
});
export type OperatorAccountDetailView = Static<typeof OperatorAccountDetail>;

export const OperatorOverview = Named("OperatorOverview", {
  installation: OperatorInstallation,
  accounts: Type.Array(OperatorAccount, {
    description: "Accounts that need you, the most urgent first, at most 50.",
  }),
  accounts_in_need: Count,
});
export type OperatorOverviewView = Static<typeof OperatorOverview>;
