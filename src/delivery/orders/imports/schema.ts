import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  GrowingWords,
  Id,
  JudgedLater,
  ListQuery,
  Money,
  Named,
  Nullable,
  Page,
  Query,
  Text,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { cellUnits, dateOrders, importKinds } from "./columns/field.ts";
import { ImportDefaults } from "./defaults-schema.ts";
import { columnsMax, fileBytesMax, importStatuses, rowsMax } from "./import.ts";
import { atCell, ImportProblem } from "./row-schema.ts";

const fieldExamples = { examples: ["delivery.address.line1"] };
const Kind = Words(importKinds, { title: "ImportKind" });
const Field = Nullable(Type.String({ ...fieldExamples }), {
  description: "What its cells mean. Null: they are left out.",
});
const DateOrder = Words(dateOrders, {
  title: "DateOrder",
  description: "How `03/04/2026` is read: day first, month first, or year first.",
});
const Unit = Words(cellUnits, {
  title: "CellUnit",
  description: "Of numbers in this column that name no unit.",
});

const ImportFault = Named("ImportFault", {
  row: Nullable(Type.Integer({ minimum: 1 }), {
    description: "As a spreadsheet counts: the headers are in row 1. Null for a fault of the whole column.",
    examples: [7],
  }),
  ...atCell,
});
const Column = Named("ImportColumn", {
  index: Type.Integer({ minimum: 0 }),
  header: Type.String({ description: "Empty where the file has none.", examples: ["Straße"] }),
  field: Field,
  date_order: Nullable(DateOrder, {
    description: "Of a column of dates. Null where it makes no difference, and until somebody chooses.",
    examples: [null],
  }),
  unit: Nullable(Unit, { examples: [null] }),
  samples: Type.Array(Type.String(), {
    description: "Some of its cells. Empty for callers without the scope `shipments:write`.",
    examples: [["Torstr. 1"]],
  }),
});

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [36] });

/** An answer is open for later members, and shapes that are sent are not. */
const ShownDefaults = Type.Unsafe<ImportDefaults>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        "As `defaults` of `PATCH`. Empty for callers without the scope `shipments:write`, and after an erasure.",
      examples: [{ country: "DE", services: ["express"] }],
    },
  ),
);

/** Without what says something of people: events have it too. */
const summary = {
  id: Id("imp"),
  environment: Environment,
  kind: Kind,
  status: GrowingWords(importStatuses, {
    title: "ImportStatus",
    description:
      "`checking` until all rows are read, then `ready` to be confirmed; `running` while rows are made, then `done`. An `unreadable` file has a `problem`.",
  }),
  rows: count("Rows with data."),
  valid: count("Rows that a confirmation makes, or made."),
  duplicates: count("Rows that are left out until somebody takes them."),
  created: count("Rows of which a shipment, a contact or a driver was made."),
  failed: count("Confirmed rows that were refused."),
  fault_count: count("Faults of cells and columns."),
  problem: Nullable(ImportProblem, {
    description: "Why the file is unreadable, or why a confirmed import stopped. Null for nothing.",
    examples: [null],
  }),
  version: Type.Integer({ minimum: 1 }),
  created_at: Timestamp,
  expires_at: { ...Timestamp, description: "When an import that nobody confirms is discarded." },
  confirmed_at: Nullable(Timestamp, { examples: [null] }),
  ended_at: Nullable(Timestamp, {
    description: "When it was done, discarded or found unreadable. Its rows are erased seven days later.",
    examples: [null],
  }),
};
export const ImportSummarySchema = Named("ImportSummary", summary);
export type ImportSummaryView = Static<typeof ImportSummarySchema>;

export const ImportSchema = Named("Import", {
  ...summary,
  file_name: Nullable(Type.String({ examples: ["tomorrow.csv"] })),
  columns: Type.Array(Column),
  defaults: ShownDefaults,
  prices: Named("ImportPrices", {
    sum: Nullable(Money, {
      description:
        "Of the prices that were agreed on, or of the offers of your own fleets, the cheapest for each row that may be accepted. Null where no row has one.",
    }),
    priced_rows: count("Rows that have such a price."),
  }),
  will_be_told: count("Rows whose recipients Waybill emails."),
  faults: Type.Array(ImportFault, { description: "The first 100. Rows have all of theirs." }),
  warnings: Type.Array(ImportProblem, { description: "About the whole file.", examples: [[]] }),
});
export type ImportView = Static<typeof ImportSchema>;
export const ImportPage = Page(ImportSchema);

const Bytes = Type.String({
  format: "binary",
  maxLength: fileBytesMax,
  description: "The bytes of the file, at most 5 MiB.",
});
export const ImportUpload = JudgedLater(Bytes);
export const ImportForm = Named("ImportForm", { file: Bytes });

export const CreateImportQuery = Query({
  kind: Type.Optional(Words(importKinds, { title: "ImportedKind", default: "shipments" })),
  file_name: Type.Optional(
    Text({ minLength: 1, maxLength: 200, description: "Of a file that is the body itself." }),
  ),
});
export type CreateImportQuery = Static<typeof CreateImportQuery>;

export const ImportQuery = ListQuery({});
export type ImportQuery = Static<typeof ImportQuery>;
const ChosenColumn = Named("ChooseImportColumn", {
  index: Type.Integer({ minimum: 0, maximum: columnsMax - 1 }),
  field: Type.Optional(Nullable(Text({ minLength: 1, maxLength: 100, ...fieldExamples }))),
  date_order: Type.Optional(Nullable(DateOrder)),
  unit: Type.Optional(Nullable(Unit)),
});

export const PatchImport = Named(
  "PatchImport",
  {
    columns: Type.Optional(
      Type.Array(ChosenColumn, {
        minItems: 1,
        maxItems: columnsMax,
        description:
          "Columns that change, by `index`. Those that are left out stay, but for one that has a field which another one gets.",
      }),
    ),
    defaults: Type.Optional(ImportDefaults),
    take_duplicates: Type.Optional(
      Type.Union(
        [
          Type.Array(Type.Integer({ minimum: 1, maximum: 999_999 }), {
            maxItems: rowsMax,
            uniqueItems: true,
          }),
          Words(["all"]),
        ],
        {
          description: "The duplicates that are not left out: row numbers, or `all`. Replaces earlier ones.",
        },
      ),
    ),
  },
  { minProperties: 1, examples: [{ columns: [{ index: 0, field: "delivery.address.line1" }] }] },
);
export type PatchImport = Static<typeof PatchImport>;

export const ConfirmImport = Named("ConfirmImport", {
  rows: Type.Integer({
    minimum: 1,
    maximum: rowsMax,
    description: "`valid` as you have seen it. If it has changed, nothing is made.",
    examples: [36],
  }),
});
export type ConfirmImport = Static<typeof ConfirmImport>;
