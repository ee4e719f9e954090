import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  Id,
  Money,
  MoneyInput,
  Named,
  Nullable,
  Plain,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { CarrierSchema } from "../../carriers/schema.ts";
import { laterKinds } from "../../lifecycle/charges/charge.ts";
import { DeliveryProof } from "../../lifecycle/reports/schema.ts";
import { correctedStatuses } from "../../lifecycle/state/correction.ts";
import { AssignmentSchema, ShipmentSchema, Status, Substatus } from "../../lifecycle/state/schema.ts";

const { recipient_name, handed_to, signature_image_id, image_ids, note } = DeliveryProof.properties;

export const CorrectShipment = Named("CorrectShipment", {
  status: Words(correctedStatuses, { title: "CorrectedStatus" }),
  reason: Plain(500, {
    description: "Why the state was wrong. It stands in the timeline, and recipients do not see it.",
    examples: ["The driver tapped the wrong job."],
  }),
  at: Type.Optional(
    Nullable(Timestamp, { description: "When it happened, not before the pickup. Left out or null: now." }),
  ),
  proof: Type.Optional(
    Nullable(Named("CorrectionProof", { recipient_name, handed_to, signature_image_id, image_ids, note }), {
      description:
        "With `delivered` only. What the shipment requires and you do not have stands in `proof_of_delivery.missing`; a PIN is never taken here. Left out: the proof of the last delivery stands again, if the goods did not leave since.",
    }),
  ),
});
export type CorrectShipment = Static<typeof CorrectShipment>;

export const AddCharge = Named("AddCharge", {
  kind: Words(laterKinds, { title: "LaterChargeKind" }),
  amount: MoneyInput,
  reason: Plain(500, {
    description: "Why, for whoever pays. It is erased with the shipment's personal data.",
    examples: ["The driver waited 20 minutes at the ramp."],
  }),
});
export type AddCharge = Static<typeof AddCharge>;

const { assignment: _, ...known } = ShipmentSchema.properties;

/** A shipment as the operator sees it whose fleet has it: nothing personal but who of the fleet drives. */
export const FleetShipment = Named("FleetShipment", {
  id: Id("shp"),
  environment: Environment,
  account_id: Id("acct"),
  assignment_id: Id("asg"),
  carrier: CarrierSchema,
  driver: AssignmentSchema.properties.driver,
  tracking_number: Type.String({ examples: ["WB4M7X5RDWME1C"] }),
  status: Status,
  substatus: Nullable(Substatus),
  price: Money,
  picked_up_at: known.picked_up_at,
  delivered_at: known.delivered_at,
  returned_at: known.returned_at,
  recall_requested_at: known.recall_requested_at,
  updated_at: Timestamp,
  version: known.version,
});
export type FleetShipmentView = Static<typeof FleetShipment>;
