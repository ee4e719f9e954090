import { type Static, Type } from "@sinclair/typebox";
import {
  Closed,
  Environment,
  GrowingWords,
  Id,
  ListQuery,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Query,
  Text,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { attentionCountedMax, attentionKinds } from "./attention.ts";
import { remedyActions } from "./remedies.ts";

const RemedySchema = Named("Remedy", {
  action: GrowingWords(remedyActions, { title: "RemedyAction" }),
  method: GrowingWords(["GET", "POST", "PUT", "PATCH", "DELETE"], { examples: ["POST"] }),
  path: Type.String({
    examples: ["/api/v1/platform/shipments/shp_01m7x5rdwme1ct34p92xd7wpnk/quotes"],
  }),
});

export const AttentionItemSchema = Named("AttentionItem", {
  id: Id("att"),
  environment: Environment,
  account_id: Id("acct"),
  shipment_id: Nullable(Id("shp"), {
    description: "Null: it is of a schedule or an order form, and no shipment.",
  }),
  schedule_id: Type.Optional(
    Nullable(Id("sch"), {
      description: "Of `schedule_failed`: the schedule. Null for all others. Missing in older events.",
      examples: [null],
    }),
  ),
  order_form_id: Type.Optional(
    Nullable(Id("frm"), {
      description:
        "Of `order_waiting` and `order_form_paused`: the order form. Null for all others. Missing in older events.",
      examples: [null],
    }),
  ),
  order_request_id: Type.Optional(
    Nullable(Id("ord"), {
      description: "Of `order_waiting`: the order. Null for all others. Missing in older events.",
      examples: [null],
    }),
  ),
  assignment_id: Nullable(Id("asg")),
  carrier_id: Nullable(Id("car")),
  driver_id: Nullable(Id("drv"), {
    description: "The driver. Null if Waybill does not know the carrier's drivers, or they are not yours.",
    examples: [null],
  }),
  kind: GrowingWords(attentionKinds, { title: "AttentionKind" }),
  since: { ...Timestamp, description: "When it began." },
  due_at: { ...Timestamp, description: "When harm comes, or came." },
  is_urgent: Type.Boolean({
    description:
      "False while it can wait: a job of a `manual` fleet without a driver, until 30 minutes and the fleet's lead time before the pickup. Then `attention.raised` follows once more, and a dismissed item comes back.",
    examples: [true],
  }),
  detail: Type.String({
    description: "What is wrong, as of now, in English.",
    examples: ["No carrier made an offer. City Riders: The weight exceeds the limit."],
  }),
  remedies: Type.Array(RemedySchema, {
    description: "Operations that can put it right, the likeliest first.",
  }),
});
export type AttentionItemView = Static<typeof AttentionItemSchema>;

/** An item with what people call its shipment. */
const cause = Type.String({
  description: "Equal for items that need a person for the same reason. It can be `cause` of the list.",
  examples: ["2k9x7q1m4c8a"],
});
export const ListedAttentionItemSchema = Named("ListedAttentionItem", {
  ...AttentionItemSchema.properties,
  cause,
  reference: Nullable(Type.String(), {
    description: "The shipment's. Null without the scope `shipments:read`, and for the operator.",
    examples: ["order-1042"],
  }),
  tracking_number: Nullable(Type.String(), {
    description: "The shipment's. Null as `reference`.",
    examples: ["WB7K2M9QXT4CA"],
  }),
  recipient_name: Nullable(Type.String(), {
    description: "Whom the shipment goes to. Null as `reference`, and once its personal data is erased.",
    examples: ["Ada Park"],
  }),
  order_form_name: Nullable(Type.String(), {
    description: "What people call the order form. Null for what is of none, and once it was erased.",
    examples: [null],
  }),
  schedule_name: Nullable(Type.String(), {
    description:
      "Of `schedule_failed`: what people call the schedule. Null for all others, and once it was erased.",
    examples: [null],
  }),
});
export type ListedAttentionItemView = Static<typeof ListedAttentionItemSchema>;

export const AttentionPage = Named("AttentionItemPage", {
  ...Page(ListedAttentionItemSchema).properties,
  total: Type.Integer({
    minimum: 0,
    maximum: attentionCountedMax,
    description: "How many items match, on all pages together. Counted up to 50,000.",
    examples: [13_270],
  }),
});

/** How many items of a group it shows. */
export const shownOfGroup = 3;
const AttentionGroupSchema = Named("AttentionGroup", {
  cause,
  kind: AttentionItemSchema.properties.kind,
  count: Type.Integer({ minimum: 1, description: "How many items have this cause.", examples: [21] }),
  due_at: { ...Timestamp, description: "When the first harm comes, or came." },
  items: Type.Array(ListedAttentionItemSchema, {
    description: `The first ${shownOfGroup} of them. The list has all, with \`cause\`.`,
  }),
});
export type AttentionGroupView = Static<typeof AttentionGroupSchema>;

export const AttentionGroupPage = Named("AttentionGroupPage", {
  ...Page(AttentionGroupSchema).properties,
  total: AttentionPage.properties.total,
});
export const AttentionGroupQuery = ListQuery({});
export type AttentionGroupQuery = Static<typeof AttentionGroupQuery>;
export const OperatorAttentionGroupQuery = PlainListQuery({ environment: Environment });

const filters = {
  kind: Type.Optional(Words(attentionKinds, { title: "AttentionKindFilter" })),
  driver_id: Type.Optional(Id("drv")),
  carrier_id: Type.Optional(Id("car")),
  shipment_id: Type.Optional(Id("shp")),
  cause: Type.Optional(
    Text({ minLength: 1, maxLength: 20, description: "Only those that need a person for this reason." }),
  ),
};
export const AttentionQuery = ListQuery(filters);
export type AttentionQuery = Static<typeof AttentionQuery>;
export const OperatorAttentionQuery = PlainListQuery({ ...filters, environment: Environment });
export const AttentionParameters = Query({});
export const OperatorAttentionParameters = Closed({ environment: Environment });
