import { type Static, Type } from "@sinclair/typebox";
import {
  CalendarDate,
  CountryCode,
  CurrencyCode,
  Dictionary,
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
import { AcceptAtOnce } from "../../lifecycle/assignments/schema.ts";
import { vehicleTypes } from "../../model/model.ts";
import { draft, optionalText, RequirementsInput, WindowInput } from "../shipments/schema.ts";
import { cellUnits, dateOrders, importKinds } from "./columns/field.ts";
import { columnsMax, fileBytesMax, importStatuses, rowStatuses, rowsMax } from "./import.ts";

/** How many values of a row people can type. */
const valuesMax = 2 * columnsMax;
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

/** What rows have where their cells say nothing. */
export const ImportDefaults = Named(
  "ImportDefaults",
  {
    country: Type.Optional(CountryCode),
    currency: Type.Optional(CurrencyCode),
    date: Type.Optional({ ...CalendarDate, description: "The day of times without one." }),
    pickup: Type.Optional(draft.pickup),
    delivery: Type.Optional(
      Named("ImportDeliveryDefaults", {
        instructions: optionalText(280),
        window: Type.Optional(Nullable(WindowInput)),
        requirements: Type.Optional(RequirementsInput),
      }),
    ),
    parcels: Type.Optional({
      ...draft.parcels,
      description:
        "The parcels of a row. Where columns tell of one parcel, the first is what they leave open.",
    }),
    if_undeliverable: draft.if_undeliverable,
    carriers: draft.carriers,
    services: draft.services,
    metadata: draft.metadata,
    accept: Type.Optional(
      Nullable(AcceptAtOnce, {
        description: "Left out: as `accept_by_default` of the account. Null: nothing.",
      }),
    ),
    carrier_id: Type.Optional({
      ...Id("car"),
      description: "The fleet of drivers. Without it, the only one that you have.",
    }),
    vehicle_type: Type.Optional(Words(vehicleTypes, { title: "ImportedVehicleType" })),
  },
  {
    description:
      "What rows have where their cells say nothing. `country` is that of addresses and phone numbers that name none, `currency` that of amounts.",
  },
);
export type ImportDefaults = Static<typeof ImportDefaults>;

const FaultCode = Type.String({ examples: ["phone_invalid"] });
const FaultDetail = Type.String({
  description: "For people: completes a sentence about the field, and never has the value.",
  examples: ["must be a phone number of Germany, such as 01512 3456789"],
});
const atCell = {
  column: Nullable(Type.Integer({ minimum: 0 }), {
    description: "The `index` of the column. Null for a value that no column has.",
    examples: [3],
  }),
  field: Nullable(Type.String({ examples: ["delivery.contact.phone"] })),
  code: FaultCode,
  detail: FaultDetail,
};
const RowFault = Named("ImportRowFault", atCell);
const ImportFault = Named("ImportFault", {
  row: Nullable(Type.Integer({ minimum: 1 }), {
    description: "As a spreadsheet counts: the headers are in row 1. Null for a fault of the whole column.",
    examples: [7],
  }),
  ...atCell,
});
const ImportProblem = Named("ImportProblem", {
  code: Type.String({ examples: ["too_many_rows"] }),
  detail: Type.String({ examples: ["The file has more than 5000 rows. Split it."] }),
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
      description: "Of the offers of your own fleets, the cheapest for each row. Null where no row has one.",
    }),
    priced_rows: count("Rows that have such an offer."),
  }),
  will_be_told: count("Rows whose recipients Waybill emails."),
  faults: Type.Array(ImportFault, { description: "The first 100. Rows have all of theirs." }),
  warnings: Type.Array(ImportProblem, { description: "About the whole file.", examples: [[]] }),
});
export type ImportView = Static<typeof ImportSchema>;
export const ImportPage = Page(ImportSchema);

export const ImportRowSchema = Named("ImportRow", {
  row: Type.Integer({ minimum: 1, description: "As a spreadsheet counts: the headers are in row 1." }),
  status: GrowingWords(rowStatuses, {
    title: "ImportRowStatus",
    description:
      "`pending` rows are confirmed and not made yet. A `duplicate` is left out until somebody takes it.",
  }),
  cells: Nullable(Type.Array(Type.String()), {
    description: "By column. Null after an erasure, and for callers without the scope `shipments:write`.",
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
  price: Nullable(Money, { description: "The cheapest offer of your own fleets.", examples: [null] }),
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
export const ImportRowQuery = ListQuery({
  status: Type.Optional(Words(rowStatuses, { title: "ImportRowFilter" })),
});
export type ImportRowQuery = Static<typeof ImportRowQuery>;

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
        description: "Columns that change, by `index`. Those that are left out stay.",
      }),
    ),
    defaults: Type.Optional(ImportDefaults),
    take_duplicates: Type.Optional(
      Type.Union(
        [Type.Array(Type.Integer({ minimum: 1 }), { maxItems: rowsMax, uniqueItems: true }), Words(["all"])],
        {
          description: "The duplicates that are not left out: row numbers, or `all`. Replaces earlier ones.",
        },
      ),
    ),
  },
  { minProperties: 1, examples: [{ columns: [{ index: 0, field: "delivery.address.line1" }] }] },
);
export type PatchImport = Static<typeof PatchImport>;

export const PatchImportRow = Named("PatchImportRow", {
  values: {
    ...Dictionary(Nullable(Text({ maxLength: 2_000 })), Text({ minLength: 1, maxLength: 100 }), valuesMax),
    description:
      "What stands instead of cells, by field, read as a cell is. Null: what the file says holds again.",
    examples: [{ "delivery.contact.phone": "030 123456" }],
  },
});
export type PatchImportRow = Static<typeof PatchImportRow>;

export const ConfirmImport = Named("ConfirmImport", {
  rows: Type.Integer({
    minimum: 1,
    maximum: rowsMax,
    description: "`valid` as you have seen it. If it has changed, nothing is made.",
    examples: [36],
  }),
});
export type ConfirmImport = Static<typeof ConfirmImport>;
