import { type Static, Type } from "@sinclair/typebox";
import { purposes } from "../../../access/accounts/account.ts";
import { AccountPurpose } from "../../../access/accounts/schema.ts";
import { KeySchema } from "../../../access/keys/schema.ts";
import { BudgetSchema, LimitsSchema } from "../../../access/schema.ts";
import {
  Closed,
  Environment,
  GrowingWords,
  Id,
  Money,
  Name,
  Named,
  Nullable,
  Tidied,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { unitSystems } from "../../../infra/units.ts";
import { CarrierSchema } from "../../carriers/schema.ts";
import { AcceptByDefault, AcceptByDefaultSchema } from "../../lifecycle/assignments/schema.ts";
import { BrandSchema, PatchBrand } from "../../lifecycle/brand/schema.ts";
import { pageLanguages } from "../../model/model.ts";
import { mailHindrances } from "../../recipients/mail/schema.ts";

export const DeletionSchema = Named(
  "AccountDeletion",
  { requested_at: Timestamp, due_at: Timestamp },
  { description: "When somebody asked to delete the account, and when Waybill begins to delete it." },
);
export type DeletionView = Static<typeof DeletionSchema>;

const PaperLanguage = Words(pageLanguages, {
  title: "PaperLanguage",
  description: "The language of what you print: run sheets, lists of a day and statements.",
  examples: ["en"],
});
const Units = Words(unitSystems, { title: "UnitSystem" });
export const RetentionDays = Type.Integer({ minimum: 1, maximum: 3_650 });
const LaterPercent = Type.Integer({ minimum: 0, maximum: 100 });
const LinkDays = Type.Integer({ minimum: 1, maximum: 3_650 });

/** The account as its caller sees it. */
export const AccountSchema = Named("Account", {
  id: Id("acct"),
  name: Type.String({ examples: ["Book shop"] }),
  environment: Environment,
  created_at: Timestamp,
  tier: Type.String({ examples: ["free"] }),
  tier_price: Nullable(Money, {
    description: "What the tier costs a month, as the operator says. Null without a price.",
  }),
  limits: Nullable(LimitsSchema, {
    description: "Limits in each environment. Null for a tier without limits.",
  }),
  budget: Nullable(BudgetSchema, {
    description: "What follows from the tier's requests per second. Null for a tier without limits.",
  }),
  requests_left_today: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        "Requests left in this environment until midnight UTC, after this one. Null without a limit.",
    }),
  ),
  stored_bytes: Type.Integer({
    minimum: 0,
    description:
      "Bytes stored in this environment: shipments with events and images, delivery attempts and idempotent responses.",
  }),
  brand: BrandSchema,
  retention_days: Nullable(RetentionDays, {
    description:
      "Days after a shipment's end until Waybill erases its personal data, as `POST /platform/shipments/{id}/redaction` does. Null: as `retention_days_max` says.",
  }),
  retention_days_max: Nullable(RetentionDays, {
    description: "The installation's own number of days, which the account can only lower. Null: no end.",
  }),
  link_days: Nullable(LinkDays, {
    description:
      "Days after a shipment's end until its tracking link ends. Null: as `link_days_default` says.",
  }),
  recipient_mail: Type.Boolean({
    description:
      "Whether you want Waybill to email recipients when the carrier has the goods, when the driver comes, and at the end.",
  }),
  recipient_mail_blocked_by: Nullable(GrowingWords(mailHindrances, { title: "RecipientMailHindrance" }), {
    description:
      "Why Waybill sends none all the same. `sandbox`: it emails recipients of live shipments only. `installation`: no SMTP server is set up. `operator`: the operator has not allowed it for your account. Null if nothing keeps it from sending.",
    examples: [null],
  }),
  later_charges_percent: {
    ...LaterPercent,
    description:
      "How much the installation's carriers may charge you later in sum, for waiting or another attempt, in percent of the price. More is refused.",
    examples: [0],
  },
  accept_by_default: Nullable(AcceptByDefaultSchema, {
    description:
      "What new shipments of this environment accept at once where `accept` is left out. Null: nothing.",
    examples: [null],
  }),
  language: PaperLanguage,
  units: Nullable(Units, {
    description:
      "How your people type and read weights and sizes on the dashboard and on paper. Null: as is usual where they are. The API has grams and millimeters always.",
    examples: [null],
  }),
  purpose: AccountPurpose,
  link_days_default: Type.Integer({ description: "The installation's own number of days.", examples: [30] }),
  deletion: Nullable(DeletionSchema, { description: "Null if nobody asked to delete the account." }),
  carriers: Type.Array(CarrierSchema, {
    description: "The carriers asked for quotes in this environment. If empty, shipments get no quotes.",
  }),
  key: Nullable(
    Named(
      "KeyInUse",
      Type.Pick(KeySchema, ["id", "name", "prefix", "last4", "scopes", "expires_at"]).properties,
      {
        description: "The key of this request. Null for a session.",
      },
    ),
  ),
});
export type AccountView = Static<typeof AccountSchema>;

/** What an account can change of itself. */
export const PatchOwnAccount = Closed({
  name: Type.Optional(Tidied(Name(100, { examples: ["Book shop"] }))),
  brand: Type.Optional(PatchBrand),
  retention_days: Type.Optional(
    Nullable(RetentionDays, { description: "Null for the installation's number." }),
  ),
  link_days: Type.Optional(
    Nullable(LinkDays, {
      description: "Also for links of shipments that ended before. Null for the installation's number.",
    }),
  ),
  recipient_mail: Type.Optional(
    Type.Boolean({
      description:
        "Whether Waybill emails your recipients. `recipient_mail_blocked_by` says whether anything keeps it from that.",
    }),
  ),
  later_charges_percent: Type.Optional({
    ...LaterPercent,
    description: "Holds for charges from now on. 0: the installation's carriers charge nothing later.",
  }),
  purpose: Type.Optional(
    Nullable(Words(purposes, { title: "NewAccountPurpose" }), {
      description: "Null: the first page asks again, while there is no shipment.",
    }),
  ),
  accept_by_default: Type.Optional(
    Nullable(AcceptByDefault, {
      description:
        "Only in the environment of this request. What is left out stays as it was. Holds for shipments created from now on. Null: nothing is accepted.",
    }),
  ),
  language: Type.Optional(PaperLanguage),
  units: Type.Optional(Nullable(Units, { description: "Null: as is usual where your people are." })),
});
export type PatchOwnAccount = Static<typeof PatchOwnAccount>;
