import { type Static, Type } from "@sinclair/typebox";
import {
  Country,
  Environment,
  Id,
  Money,
  Named,
  Nullable,
  Page,
  Plain,
  PlainListQuery,
  Timestamp,
  WordList,
  Words,
} from "../../../infra/http/schema.ts";
import { DriverSchema, ServiceSchema } from "../../carriers/schema.ts";
import { ReportedChargeSchema } from "../../lifecycle/charges/schema.ts";
import { ReportedDriver } from "../../lifecycle/reports/schema.ts";
import { assignmentStatuses } from "../../lifecycle/state/assignment.ts";
import { IfUndeliverable, ShipmentSchema, Substatus } from "../../lifecycle/state/schema.ts";
import { whereabouts } from "../../model/address-schema.ts";
import { reasonCodes } from "../../model/model.ts";

/** An assignment as its carrier sees it. Contract for live deliveries, §2. */

const text = Nullable(Type.String());
const { pickup, delivery, parcels } = ShipmentSchema.properties;
const hidden =
  "Null 24 hours after the end, and at once after you rejected the job or another carrier has it.";

const JobAddress = Named("JobAddress", {
  line1: Nullable(Type.String(), { description: hidden }),
  line2: text,
  city: Type.String(),
  state: text,
  postal_code: text,
  country: Country,
  ...whereabouts,
});
const stop = {
  contact: Nullable(pickup.properties.contact, { description: hidden }),
  address: JobAddress,
  instructions: Nullable(Type.String(), {
    description: `What the sender wrote. Of a delivery also what the recipient asks for, after \`Recipient:\`. ${hidden}`,
  }),
  window: pickup.properties.window,
};

export const JobSchema = Named("CarrierAssignment", {
  environment: Environment,
  assignment_id: Id("asg"),
  shipment_id: Id("shp"),
  tracking_number: Type.String(),
  reference: Nullable(Type.String(), { description: "The sender's own reference of the shipment." }),
  service: ServiceSchema,
  price: Money,
  offer_reference: Nullable(Type.String(), { description: "The reference of your offer." }),
  booking_reference: Nullable(Type.String(), { description: "The reference of your booking." }),
  status: Words(assignmentStatuses, { title: "AssignmentStatus" }),
  substatus: Nullable(Substatus, { description: "Null after the end." }),
  pickup: Named("JobPickup", stop),
  delivery: Named("JobDelivery", { ...stop, requirements: delivery.properties.requirements }),
  parcels,
  if_undeliverable: IfUndeliverable,
  is_return: Type.Boolean({
    description: "Whether it brings goods back: the pickup is at a recipient.",
    examples: [false],
  }),
  driver: Nullable(DriverSchema),
  charges: Type.Array(ReportedChargeSchema, {
    description: "What you charged beside `price` with `charge` reports, oldest first. At most 100.",
  }),
  cancellation_requested_at: Nullable(Timestamp, {
    description: "When the sender asked you to cancel; null if nobody waits for your answer.",
    examples: [null],
  }),
  assigned_at: Timestamp,
  ended_at: Nullable(Timestamp, { examples: [null] }),
  updated_at: Timestamp,
});
export type JobView = Static<typeof JobSchema>;
export const JobPage = Page(JobSchema);

export const JobQuery = PlainListQuery({
  status: Type.Optional(WordList(assignmentStatuses, "One or more states, separated by commas.")),
  updated_after: Type.Optional({
    ...Timestamp,
    description: "Changed at this time or later. The list is then in the order of the changes, oldest first.",
  }),
});
export type JobQuery = Static<typeof JobQuery>;

export const AcceptJob = Type.Optional(
  Named(
    "AcceptJob",
    { driver: Type.Optional(Nullable(ReportedDriver)) },
    {
      examples: [{ driver: { name: "Kim", phone: "+4930123456", vehicle: { type: "van", plate: "B-X 1" } } }],
    },
  ),
);
export type AcceptJob = Static<typeof AcceptJob> | null;

export const RejectJob = Named(
  "RejectJob",
  {
    reason_code: Words(reasonCodes, { title: "ReportedReason" }),
    message: Type.Optional(
      Nullable(Plain(500, { description: "One sentence for people, in the timeline." })),
    ),
  },
  { examples: [{ reason_code: "no_supply", message: "No rider is free." }] },
);
export type RejectJob = Static<typeof RejectJob>;
