import { type Static, Type } from "@sinclair/typebox";
import { GrowingWords, Id, Named, Nullable, Page, Plain, Timestamp, Words } from "@/infra/http/schema.ts";
import { noticeKinds } from "../../../lifecycle/driver-notices/notice.ts";
import { ShipmentSchema } from "../../../lifecycle/state/schema.ts";

/** What a driver is told, as the driver and their dispatcher see it. */

const text = (description: string, example: string) =>
  Nullable(Type.String(), { description, examples: [example] });

/** When a phone had something, and when its driver said so. */
export const receipt = {
  reached_at: Nullable(Timestamp, { description: "When the driver's phone had it." }),
  seen_at: Nullable(Timestamp, { description: "When the driver tapped that they have seen it." }),
};

export const NoticeSchema = Named("DriverNotice", {
  id: Id("ntc"),
  driver_id: Id("drv"),
  kind: GrowingWords(noticeKinds, {
    title: "DriverNoticeKind",
    description:
      "`job`: it is new; `change`: a time or an address is another one; `recall`: bring the goods back; `resumption`: deliver them after all; `cancellation`: the job is no longer yours; `note`: from your dispatcher.",
    examples: ["change"],
  }),
  assignment_id: Nullable(Id("asg"), { description: "Null for a note." }),
  shipment_id: Nullable(Id("shp")),
  made_at: Timestamp,
  ...receipt,
  tracking_number: text("Null for a note.", "WB3K7Q9T2M"),
  name: text("Whom the job leads to next. Null for an offer and for a note.", "Alex Example"),
  address_line: text("Where that is.", "Torstr. 1, Berlin"),
  reason: text("Why the goods come back.", "The shop packed the wrong box."),
  text: text("The words of a note.", "Please use the side entrance today."),
  changes: Type.Array(
    Named("StopChange", {
      stop: GrowingWords(["pickup", "delivery"], { title: "ChangedStop", examples: ["delivery"] }),
      has_new_window: Type.Boolean({ examples: [true] }),
      previous_window: {
        ...ShipmentSchema.properties.delivery.properties.window,
        description: "Null also where there was none.",
      },
      previous_address: text("Null where the address stays.", "Torstr. 1, 10119 Berlin"),
    }),
    { description: "Of a change: what was before. What is now stands at the stop." },
  ),
});
export type NoticeView = Static<typeof NoticeSchema>;

export const NoticePage = Page(NoticeSchema);

export const noticeFilters = {
  driver_id: Type.Optional(Id("drv")),
  shipment_id: Type.Optional(Id("shp")),
  seen: Type.Optional(
    Words(["true", "false"], { description: "Whether the driver has said so.", examples: ["false"] }),
  ),
};

export const WriteNote = Named(
  "WriteDriverNote",
  { text: Plain(500, { description: "What the driver's phone shows until they have seen it." }) },
  { examples: [{ text: "Please use the side entrance today." }] },
);
export type WriteNote = Static<typeof WriteNote>;

const noticesMax = 500;

export const ConfirmNotices = Named(
  "ConfirmDriverNotices",
  {
    sent_at: {
      ...Timestamp,
      description: "What time the phone has now. By it Waybill corrects `at`, as in `POST /driver/reports`.",
    },
    reached: Type.Optional(
      Type.Array(Id("ntc"), { maxItems: noticesMax, description: "The phone has them." }),
    ),
    seen: Type.Optional(
      Type.Array(
        Named("SeenDriverNotice", {
          id: Id("ntc"),
          at: { ...Timestamp, description: "When the driver tapped it." },
        }),
        { maxItems: noticesMax },
      ),
    ),
  },
  {
    examples: [
      {
        sent_at: "2026-01-31T09:46:02.000Z",
        reached: ["ntc_01m7x5rdwme1ct34p92xd7wpnk"],
        seen: [{ id: "ntc_01m7x5rdwme1ct34p92xd7wpnk", at: "2026-01-31T09:46:00.000Z" }],
      },
    ],
  },
);
export type ConfirmNotices = Static<typeof ConfirmNotices>;

export const NoticesSchema = Named("DriverNotices", { data: Type.Array(NoticeSchema) });
export type NoticesView = Static<typeof NoticesSchema>;
