import { type Static, Type } from "@sinclair/typebox";
import { Named, Query, Text, Words } from "../../../infra/http/schema.ts";
import { carrierLabelFormats, labelSizes, piecesMax } from "./label.ts";

const Size = Words(labelSizes, {
  title: "LabelSize",
  default: "4x6",
  description:
    "`4x6` is in inches, `a6` is 105 × 148 mm. A PNG has 203 dots per inch. A carrier's own label has the carrier's size.",
});

export const LabelQuery = Query({
  format: Type.Optional(
    Words(carrierLabelFormats, {
      title: "LabelFormat",
      description:
        "Left out: `pdf`, or what the carrier made where the label is its own. `zpl` and `svg`: carriers' own only.",
    }),
  ),
  size: Type.Optional(Size),
  piece: Type.Optional(
    Type.Integer({
      minimum: 1,
      // As many as a shipment may have.
      maximum: 1_000_000,
      description: `Only the label of this piece, from 1 on. Left out: a page for each, and in a PNG the first. A shipment of more than ${piecesMax} pieces then gets one label.`,
    }),
  ),
});
export type LabelQuery = Static<typeof LabelQuery>;

export const LabelBatch = Named("LabelBatch", {
  shipment_ids: Type.Array(Text({ minLength: 1, maxLength: 40 }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: "In the order in which they are printed.",
    examples: [["shp_01m7x5rdwme1ct34p92xd7wpnk"]],
  }),
  size: Type.Optional(Size),
});
export type LabelBatch = Static<typeof LabelBatch>;
