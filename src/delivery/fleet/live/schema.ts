import { type Static, Type } from "@sinclair/typebox";
import {
  Closed,
  Environment,
  GrowingWords,
  Id,
  Named,
  Nullable,
  Query,
  Timestamp,
} from "../../../infra/http/schema.ts";
import { Status, Substatus } from "../../lifecycle/state/schema.ts";
import { EtaSchema, PositionSchema } from "../../lifecycle/tracking/schema.ts";
import { ListedAttentionItemSchema } from "../attention/schema.ts";
import { NoticeSchema, receipt } from "../dispatch/notices/schema.ts";

const shipment = { shipment_id: Id("shp"), driver_id: Nullable(Id("drv"), { examples: [null] }) };

/** Data of `position`: where the driver of a shipment is. */
const LivePosition = Named("LivePosition", { ...shipment, position: PositionSchema });
export type LivePosition = Static<typeof LivePosition>;

/** Data of `state`: a shipment that changed, as it is now. */
const LiveState = Named("LiveState", {
  ...shipment,
  account_id: Id("acct"),
  assignment_id: Nullable(Id("asg")),
  carrier_id: Nullable(Id("car")),
  status: Status,
  substatus: Nullable(Substatus),
  reference: Nullable(Type.String()),
  tracking_number: Type.String(),
  eta: Nullable(EtaSchema),
  updated_at: Timestamp,
});
export type LiveState = Static<typeof LiveState>;

/** Data of `attention`: an item that came or went. */
const LiveAttention = Named("LiveAttention", {
  state: GrowingWords(["raised", "settled"]),
  attention: ListedAttentionItemSchema,
});
export type LiveAttention = Static<typeof LiveAttention>;

/** Data of `driver`: a driver of your own who moved, came on duty or went off. */
const LiveDriver = Named("LiveDriver", {
  driver_id: Id("drv"),
  carrier_id: Id("car"),
  name: Type.String(),
  on_duty: Type.Boolean(),
  position: Nullable(PositionSchema),
});
export type LiveDriver = Static<typeof LiveDriver>;

/** Data of `notice`: something that a driver is told, that reached a phone, or that a driver has seen. */
const LiveNotice = Named("LiveNotice", {
  ...Type.Pick(NoticeSchema, ["id", "driver_id", "assignment_id", "shipment_id", "kind", "made_at"])
    .properties,
  ...receipt,
});
export type LiveNotice = Static<typeof LiveNotice>;

export const LiveQuery = Query({});
export const OperatorLiveQuery = Closed({ environment: Environment });

/** One Server-Sent Event of the stream. OpenAPI 3.1 has one schema for the whole stream. */
export const LiveStreamEvent = Named("LiveStreamEvent", {
  id: Type.String({ description: "Send it as `Last-Event-ID` to resume.", examples: ["824.1769851800000"] }),
  event: GrowingWords(["position", "state", "attention", "driver", "notice"], {
    title: "LiveStreamEventName",
  }),
  data: Type.String({
    description: "JSON that depends on `event`, see the description of the operation.",
    contentMediaType: "application/json",
    examples: ['{"shipment_id":"shp_01m7x5rdwme1ct34p92xd7wpnk","status":"in_transit"}'],
  }),
});
