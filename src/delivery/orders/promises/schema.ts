import { type Static, Type } from "@sinclair/typebox";
import { ProblemSchema } from "../../../infra/http/problem-schema.ts";
import { GrowingWords, Named, Nullable, Plain, Text, Words } from "../../../infra/http/schema.ts";
import { WindowSchema } from "../../lifecycle/state/schema.ts";
import { mailReasons } from "../../recipients/mail/moment.ts";
import { WindowInput } from "../shipments/schema.ts";

/** Promises that move, for many deliveries at once. Contract for an operator's day, §4. */

const itemsMax = 100;
const examples = ["shp_01m7x5rdwme1ct34p92xd7wpnk"];

export const MoveWindows = Named(
  "MoveWindows",
  {
    shipment_ids: Type.Array(Text({ minLength: 1, maxLength: 40, examples }), {
      minItems: 1,
      maxItems: itemsMax,
      uniqueItems: true,
      examples: [examples],
    }),
    delay_minutes: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 480,
        description:
          "How much later each delivery comes than it was promised. Where there is only an estimate, the promise becomes 30 minutes from then on.",
        examples: [30],
      }),
    ),
    window: Type.Optional(WindowInput),
    notify: Type.Optional(
      Type.Boolean({
        description:
          "`true`: recipients with an email address are told, at most once in 15 minutes for each delivery.",
        examples: [true],
      }),
    ),
    reason: Type.Optional(
      Nullable(
        Plain(500, {
          description: "Why. It stands in the event, and recipients do not see it.",
          examples: ["The road is closed."],
        }),
      ),
    ),
    previous_windows: Type.Optional(
      Type.Array(
        Nullable(
          Named("KnownWindow", { start: WindowInput.properties.start, end: WindowInput.properties.end }),
        ),
        {
          minItems: 1,
          maxItems: itemsMax,
          description:
            "The delivery windows that you know, one for each shipment, null where there is none. A shipment with another one is skipped, so that of two callers at once only one moves it.",
          examples: [[null]],
        },
      ),
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: "`true`: nothing changes. The response says what would, and who would be told.",
        examples: [false],
      }),
    ),
  },
  { description: "Either `delay_minutes` or `window`." },
);
export type MoveWindows = Static<typeof MoveWindows>;

export const MovedWindows = Named("MovedWindows", {
  results: Type.Array(
    Named("MovedWindow", {
      shipment_id: Type.String({ examples }),
      result: Words(["moved", "skipped"], { title: "MovedWindowOutcome" }),
      window: Nullable(WindowSchema, {
        description: "What is promised now, or would be. Null if it was skipped.",
      }),
      previous_window: Nullable(WindowSchema, {
        description:
          "What was promised before. Null where there was only an estimate, and if it was skipped.",
      }),
      is_other_day: Nullable(Type.Boolean(), {
        description:
          "Whether the new window starts on another day than the earlier promise did, at the address. Null where nobody knows the time zone, and if it was skipped.",
        examples: [false],
      }),
      will_be_told: Type.Boolean({ description: "Whether the recipient gets an email about it." }),
      not_told_because: Nullable(
        GrowingWords(mailReasons, {
          title: "NotToldReason",
          description: "Why the recipient gets no email. In the sandbox it is `switched_off`.",
        }),
        { description: "Null if they are told, without `notify`, and if it was skipped.", examples: [null] },
      ),
      recipient_name: Nullable(Type.String(), {
        description:
          "Whose delivery it is, in the response to a `dry_run` of the shipment's account. Else null.",
        examples: ["Alex Example"],
      }),
      problem: Nullable(ProblemSchema, { description: "Why it was skipped.", examples: [null] }),
    }),
    { description: "One for each shipment, in the order sent." },
  ),
  moved: Type.Integer({ minimum: 0, description: "How many moved, or would." }),
  will_be_told: Type.Integer({ minimum: 0, description: "How many recipients get an email about it." }),
});
export type MovedWindowsView = Static<typeof MovedWindows>;
export type MovedWindowView = MovedWindowsView["results"][number];
