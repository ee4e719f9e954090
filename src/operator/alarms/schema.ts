import { type Static, Type } from "@sinclair/typebox";
import { Environment, GrowingWords, Id, Named, Nullable, Timestamp, Words } from "../../infra/http/schema.ts";
import { needKinds } from "../need.ts";
import { channels } from "./alarm.ts";

const Kind = GrowingWords(needKinds, {
  description: "What it is about. More kinds may come.",
  examples: ["disk_full"],
});
const message = "The disk is almost full. Writes are refused until you free space.";
const Message = Type.String({ description: "A sentence for people.", examples: [message] });
const ChannelName = Words(channels, { title: "AlarmChannel" });
const EndedAt = Nullable(Timestamp, { description: "Null while it goes on.", examples: [null] });

const about = {
  trouble_id: Id("trb"),
  kind: Kind,
  message: Message,
  account: Nullable(
    Named("TroubleAccount", { id: Id("acct"), name: Type.String({ examples: ["Book shop"] }) }),
    { description: "Null for the installation itself." },
  ),
  environment: Nullable(Environment, { description: "Null if it belongs to neither." }),
  webhook_id: Nullable(Id("whe"), { description: "The webhook endpoint, if it is about one." }),
  began_at: Timestamp,
  ended_at: EndedAt,
};

/** The body of the webhook that tells the operator. */
export const AlarmMessage = Named("OperatorAttention", {
  id: Id("alm"),
  type: Type.Literal("operator.attention"),
  timestamp: Timestamp,
  api_version: Type.Literal("v1"),
  data: Named("OperatorAttentionData", {
    ...about,
    state: Words(["began", "ended", "test"], { title: "TroubleState" }),
    url: Type.String({ examples: ["https://waybill.example.com/dashboard/live/operator"] }),
  }),
});
export type AlarmMessage = Static<typeof AlarmMessage>;

const Alarm = Named("OperatorAlarm", {
  channel: ChannelName,
  state: Words(["began", "ended"], { title: "AlarmState" }),
  attempts: Type.Integer({ minimum: 0 }),
  sent_at: Nullable(Timestamp),
  next_attempt_at: Nullable(Timestamp, { description: "Null if it was sent, or given up." }),
  last_error: Nullable(Type.String({ examples: ["The connection was refused."] })),
});

const Trouble = Named("OperatorTrouble", {
  ...about,
  alarms: Type.Array(Alarm, { description: "The messages about it, by channel." }),
});
export type TroubleView = Static<typeof Trouble>;

export const OperatorAlarms = Named("OperatorAlarms", {
  webhook: Named("AlarmWebhook", {
    is_set_up: Type.Boolean({ description: "Whether WAYBILL_ALARM_URL is set." }),
    host: Nullable(Type.String({ examples: ["alerts.example.com"] }), {
      description: "Its host; the rest of the URL may be secret.",
    }),
  }),
  mail: Named("AlarmMail", {
    is_set_up: Type.Boolean({ description: "Whether an SMTP server is set up and an address is verified." }),
    addresses: Type.Array(Type.String({ examples: ["operator@example.com"] }), {
      description: "The operator's verified addresses.",
    }),
  }),
  data: Type.Array(Trouble, { description: "What needed the operator, newest first, at most 50." }),
});
export type OperatorAlarmsView = Static<typeof OperatorAlarms>;

export const AlarmTest = Named("AlarmTest", {
  data: Type.Array(
    Named("AlarmTestResult", {
      channel: ChannelName,
      is_sent: Type.Boolean(),
      error: Nullable(Type.String({ examples: ["The connection was refused."] }), {
        description: "Why it was not sent.",
      }),
    }),
    { description: "One for each channel that is set up." },
  ),
});
export type AlarmTestView = Static<typeof AlarmTest>;
