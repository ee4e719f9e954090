import type { Status, Substatus } from "../../model/model.ts";

/** Every way from one state to another, on one screen. `test/delivery/lifecycle/transitions.test.ts` goes them all. */

/** Who may: drivers and the simulator do what a carrier may. */
export type Mover = "client" | "carrier" | "system" | "operator" | "recipient";

/** What a transition changes beside the state, and beside what `states` says of the state that it leads to. */
export type Effect =
  /** Carriers are asked; their quotes are stored; all are withdrawn; one is accepted and the others declined; these open again. */
  | ("asked" | "offers" | "withdrawn" | "accepted" | "reopened")
  /** The assignment is made, ends, or goes on after its end. */
  | ("assigned" | "released" | "cancelled" | "completed" | "failed" | "revived")
  /** A call to the carrier waits. */
  | ("books" | "cancels")
  /** The price is charged, and paid back; a cancellation costs its fee; the end changes the price where the quote said so. */
  | ("charged" | "repaid" | "fee" | "repriced")
  /** The recipient's PIN is made; the proof of delivery is saved. */
  | ("PIN" | "proof")
  /** Why the goods did not arrive, or that they did. */
  | ("failure" | "arrival");

export type Transition = readonly [
  from: Status,
  to: Status,
  by: readonly Mover[],
  file: string,
  effects: readonly Effect[],
];

/** Contract §3, States. The file of `lifecycle/` says what happens. The event is `shipment.<to>`; back to `created` it is `shipment.updated`. */
// biome-ignore format: a table is read by its columns
export const transitions = [
  ["created",    "quoted",     ["system"],                        "quoting",    ["offers"]],
  ["created",    "expired",    ["system"],                        "expiring",   ["withdrawn"]],
  ["created",    "cancelled",  ["client", "carrier", "operator"], "cancelling", ["withdrawn"]],
  ["quoted",     "quoted",     ["client", "system"],              "quoting",    ["offers"]],
  ["quoted",     "assigned",   ["client", "system"],              "accepting",  ["accepted", "assigned", "books", "charged", "PIN"]],
  ["quoted",     "expired",    ["system"],                        "expiring",   ["withdrawn"]],
  ["quoted",     "cancelled",  ["client", "carrier", "operator"], "cancelling", ["withdrawn"]],
  ["expired",    "created",    ["client"],                        "quoting",    ["asked"]],
  ["expired",    "quoted",     ["client", "system"],              "quoting",    []],
  ["expired",    "cancelled",  ["client", "system"],              "cancelling", []],
  ["assigned",   "created",    ["carrier", "client"],             "releasing",  ["released", "withdrawn", "asked", "cancels", "repaid", "fee"]],
  ["assigned",   "quoted",     ["carrier", "client"],             "releasing",  ["released", "withdrawn", "reopened", "cancels", "repaid", "fee"]],
  ["assigned",   "in_transit", ["carrier"],                       "picking-up", []],
  ["assigned",   "cancelled",  ["client", "carrier", "operator"], "cancelling", ["cancelled", "withdrawn", "cancels", "repaid", "fee"]],
  ["in_transit", "delivered",  ["carrier"],                       "delivering", ["completed", "proof"]],
  ["in_transit", "returning",  ["carrier"],                       "returning",  ["failure"]],
  ["in_transit", "failed",     ["carrier"],                       "failing",    ["failed", "failure", "repriced"]],
  ["returning",  "delivered",  ["carrier"],                       "delivering", ["completed", "proof", "arrival"]],
  ["returning",  "returned",   ["carrier"],                       "returning",  ["completed", "repriced"]],
  ["returning",  "failed",     ["carrier"],                       "failing",    ["failed", "failure", "repriced"]],
] as const satisfies readonly Transition[];

/** What a newer report still makes of a final state: goods that were to be discarded were handed over. `arrivesAfterAll` says when. */
// biome-ignore format: a table is read by its columns
export const afterEnd = [
  ["failed",     "delivered",  ["carrier"],                       "delivering", ["completed", "proof", "arrival", "repriced"]],
] as const satisfies readonly Transition[];

/** The owner of the fleet: an account, or the operator. */
const owner = ["client", "operator"] as const;

/** What a person may put right, so that a final state stays final for everybody else. The event is `shipment.corrected`. */
// biome-ignore format: a table is read by its columns
export const corrections = [
  ["delivered",  "in_transit", owner, "correcting", ["revived"]],
  ["delivered",  "returning",  owner, "correcting", ["revived", "failure"]],
  ["delivered",  "returned",   owner, "correcting", ["failure", "repriced"]],
  ["delivered",  "failed",     owner, "correcting", ["failed", "failure", "repriced"]],
  ["returning",  "delivered",  owner, "correcting", ["completed", "proof", "arrival"]],
  ["returning",  "returned",   owner, "correcting", ["completed", "failure", "repriced"]],
  ["returning",  "failed",     owner, "correcting", ["failed", "failure", "repriced"]],
  ["returning",  "in_transit", owner, "correcting", ["arrival"]],
  ["returned",   "delivered",  owner, "correcting", ["proof", "arrival", "repriced"]],
  ["returned",   "returning",  owner, "correcting", ["revived", "failure", "repriced"]],
  ["returned",   "failed",     owner, "correcting", ["failed", "failure", "repriced"]],
  ["failed",     "delivered",  owner, "correcting", ["completed", "proof", "arrival", "repriced"]],
  ["failed",     "returning",  owner, "correcting", ["revived", "failure", "repriced"]],
  ["failed",     "returned",   owner, "correcting", ["completed", "failure", "repriced"]],
] as const satisfies readonly Transition[];

interface Entered {
  /** What the state begins with. */
  substatus: Substatus | null;
  /** The column that holds when the shipment came to it. */
  moment: "pickedUpAt" | "deliveredAt" | "returnedAt" | null;
  /** What makes it due for dispatchers: a carrier is missing, the pickup, the delivery, or nothing but its age. */
  due: "carrier" | "pickup" | "delivery" | "age" | null;
  /** When the rules of attention are looked at: when the round ends, when the quotes do, at once, or in a minute. */
  look: "round" | "quotes" | "now" | "soon" | null;
}

/** What every way into a state does. A state that is due for a carrier expires; in one without a way on, the tracking link ends after 30 days. */
// biome-ignore format: a table is read by its columns
export const states = {
  created:    { substatus: null,               moment: null,          due: "carrier",  look: "round" },
  quoted:     { substatus: null,               moment: null,          due: "carrier",  look: "quotes" },
  expired:    { substatus: null,               moment: null,          due: null,       look: null },
  assigned:   { substatus: "awaiting_carrier", moment: null,          due: "pickup",   look: "soon" },
  in_transit: { substatus: "picked_up",        moment: "pickedUpAt",  due: "delivery", look: "soon" },
  returning:  { substatus: null,               moment: null,          due: "age",      look: "now" },
  delivered:  { substatus: null,               moment: "deliveredAt", due: null,       look: null },
  returned:   { substatus: null,               moment: "returnedAt",  due: null,       look: null },
  failed:     { substatus: null,               moment: null,          due: null,       look: "now" },
  cancelled:  { substatus: null,               moment: null,          due: null,       look: null },
} as const satisfies Record<Status, Entered>;
