import { type Static, Type } from "@sinclair/typebox";
import { GrowingWords, Named, Words } from "../../infra/http/schema.ts";
import { EventTypeName } from "../../messaging/events/schema.ts";
import { ShipmentSchema } from "../lifecycle/state/schema.ts";
import { statuses, substatuses } from "../model/model.ts";

const states = [...statuses, ...substatuses];
/** For requests. Responses have a growing list, because new substatuses may come. */
const AdvanceTo = Words(states, { title: "AdvanceTo" });
const State = GrowingWords(states, { title: "SimulatedState" });

export const Advance = Type.Optional(Named("Advance", { to: Type.Optional(AdvanceTo) }));
/** Null: no body was sent. */
export type Advance = Static<typeof Advance> | null;

const IdleStep = Named("IdleStep", {
  step: Type.Integer({
    minimum: 0,
    description: "Its place among the steps of the assignment, counted from 0.",
  }),
  type: Type.String({ description: "What the carrier reported.", examples: ["delivered"] }),
  code: Type.String({
    description:
      "The error's code where Waybill refused the report, or `late_report` where it came too late.",
    examples: ["proof_required"],
  }),
  detail: Type.String(),
});
export type IdleStep = Static<typeof IdleStep>;

export const Advanced = Named("Advanced", {
  shipment: ShipmentSchema,
  made: Type.Array(State, { description: "The states entered, in order." }),
  next: Type.Array(State, { description: "The states of the next step. Empty at the end." }),
  without_effect: Type.Array(IdleStep, {
    description: "Steps of a script that changed nothing. The timeline has an entry for each refused one.",
  }),
});
export type Advanced = Static<typeof Advanced>;

export const MakeEvent = Named("MakeEvent", { type: EventTypeName });
export type MakeEvent = Static<typeof MakeEvent>;
