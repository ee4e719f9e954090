import { type Static, Type } from "@sinclair/typebox";
import {
  Dictionary,
  GrowingWords,
  Id,
  ListQuery,
  Money,
  Named,
  Nullable,
  Page,
  Text,
  Words,
} from "../../../infra/http/schema.ts";
import { columnsMax, rowStatuses } from "./import.ts";

/** The rows of an import, and what is wrong with them. */

/** How many values of a row people can type. */
const valuesMax = 2 * columnsMax;
const FaultCode = Type.String({ examples: ["phone_invalid"] });
const FaultDetail = Type.String({
  description: "For people: completes a sentence about the field, and never has the value.",
  examples: ["must be a phone number of Germany, such as 01512 3456789"],
});
export const atCell = {
  column: Nullable(Type.Integer({ minimum: 0 }), {
    description: "The `index` of the column. Null for a value that no column has.",
    examples: [3],
  }),
  field: Nullable(Type.String({ examples: ["delivery.contact.phone"] })),
  code: FaultCode,
  detail: FaultDetail,
};
const RowFault = Named("ImportRowFault", atCell);
export const ImportProblem = Named("ImportProblem", {
  code: Type.String({ examples: ["too_many_rows"] }),
  detail: Type.String({ examples: ["The file has more than 5000 rows. Split it."] }),
});

export const ImportRowSchema = Named("ImportRow", {
  row: Type.Integer({ minimum: 1, description: "As a spreadsheet counts: the headers are in row 1." }),
  status: GrowingWords(rowStatuses, {
    title: "ImportRowStatus",
    description:
      "`pending` rows are confirmed and not made yet. A `duplicate` is left out until somebody takes it.",
  }),
  cells: Nullable(Type.Array(Type.String()), {
    description: "By column. Null after an erasure, and for callers without the scope `shipments:write`.",
    examples: [["ORD-1001", "Alex Weber", "Torstr. 1"]],
  }),
  values: Nullable(Dictionary(Type.String(), Type.String(), valuesMax), {
    description: "What somebody typed instead of cells, by field. Null where nobody has, and as `cells`.",
    examples: [{ "delivery.contact.phone": "030 123456" }],
  }),
  faults: Type.Array(RowFault),
  warnings: Type.Array(RowFault, { description: "Nothing of this refuses the row." }),
  duplicate_of: Nullable(
    Named("DuplicateOf", {
      row: Nullable(Type.Integer({ minimum: 1 })),
      shipment_id: Nullable(Id("shp")),
      contact_id: Nullable(Id("con"), { examples: [null] }),
      driver_id: Nullable(Id("drv"), { examples: [null] }),
    }),
    {
      description:
        "An earlier row of the same order, and a shipment of the same day, a contact or a driver. Stays when the row is taken.",
      examples: [null],
    },
  ),
  price: Nullable(Money, {
    description: "What was agreed on, or the cheapest offer of your own fleets that may be accepted.",
    examples: [null],
  }),
  shipment_id: Nullable(Id("shp")),
  contact_id: Nullable(Id("con"), { examples: [null] }),
  driver_id: Nullable(Id("drv"), { examples: [null] }),
  problem: Nullable(ImportProblem, {
    description: "Why nothing was made of the row, or why no quote was accepted for its shipment.",
    examples: [null],
  }),
});
export type ImportRowView = Static<typeof ImportRowSchema>;
export const ImportRowPage = Page(ImportRowSchema);

export const ImportRowQuery = ListQuery({
  status: Type.Optional(Words(rowStatuses, { title: "ImportRowFilter" })),
});
export type ImportRowQuery = Static<typeof ImportRowQuery>;

export const PatchImportRow = Named("PatchImportRow", {
  values: {
    ...Dictionary(Nullable(Text({ maxLength: 2_000 })), Text({ minLength: 1, maxLength: 100 }), valuesMax),
    description:
      "What stands instead of cells, by field, read as a cell is. Null: what the file says holds again.",
    examples: [{ "delivery.contact.phone": "030 123456" }],
  },
});
export type PatchImportRow = Static<typeof PatchImportRow>;
