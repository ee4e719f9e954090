import { type Static, Type } from "@sinclair/typebox";
import { Closed, Line, Named, Nullable, TextLike, Words } from "../../../infra/http/schema.ts";
import { digitsAsked } from "../../lifecycle/state/recipient.ts";
import { leaveInputs } from "../../model/handover.ts";
import { thumbs } from "../../model/model.ts";

/** What recipients send over a tracking link. */

export const textMax = 280;
export const noteMax = 140;

const optionalLine = (max: number, examples: string[]) => Type.Optional(Nullable(Line(max), { examples }));

export const ConfirmPhone = Named(
  "ConfirmPhone",
  {
    last_digits: TextLike(
      `^[0-9]{${digitsAsked}}$`,
      { code: "format", detail: `must be the last ${digitsAsked} digits of the phone number` },
      { maxLength: digitsAsked, examples: ["3456"] },
    ),
  },
  { additionalProperties: false },
);
export type ConfirmPhone = Static<typeof ConfirmPhone>;

export const ShownPinSchema = Named("ShownPin", { pin: Type.String({ examples: ["4711"] }) });
export type ShownPinView = Static<typeof ShownPinSchema>;

export const PutInstructions = Named(
  "PutInstructions",
  {
    text: optionalLine(textMax, ["The bell is broken. Please knock."]),
    leave: Type.Optional(
      Nullable(
        Closed({
          where: Words(leaveInputs, { title: "LeavePlaceWish" }),
          note: optionalLine(noteMax, ["Meyer, 2nd floor"]),
        }),
        { description: "Where to leave the goods if nobody is at home. Null: hand them over." },
      ),
    ),
  },
  { additionalProperties: false },
);
export type PutInstructions = Static<typeof PutInstructions>;

export const PutRating = Named(
  "PutRating",
  {
    thumb: Words(thumbs, { title: "ThumbChoice" }),
    comment: optionalLine(textMax, ["On time and friendly."]),
  },
  { additionalProperties: false },
);
export type PutRating = Static<typeof PutRating>;
