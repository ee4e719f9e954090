import { type Static, Type } from "@sinclair/typebox";
import { Query, Words } from "../../infra/http/schema.ts";
import { labelFormats, labelSizes } from "./label.ts";

export const LabelQuery = Query({
  format: Type.Optional(
    Words(labelFormats, {
      title: "LabelFormat",
      description: "Left out: `pdf`, or what the carrier made where the label is its own.",
    }),
  ),
  size: Type.Optional(
    Words(labelSizes, {
      title: "LabelSize",
      default: "4x6",
      description:
        "`4x6` is in inches, `a6` is 105 × 148 mm. A PNG has 203 dots per inch. A carrier's own label has the carrier's size.",
    }),
  ),
});
export type LabelQuery = Static<typeof LabelQuery>;
