import { type Outcome, outcomes } from "../model.ts";
import type { Script } from "./schema.ts";
import { scriptedCarriers } from "./script.ts";
import type { Simulation } from "./simulation.ts";
import type { ScriptStep } from "./step-schema.ts";

/** The scripts that `simulation.outcome` names. Contract §9 has their timetable. */

interface Named {
  description: string;
  script: Script;
}

const rideSeconds = 32;
const delayedRideSeconds = 3 * rideSeconds;
const doorSeconds = 5;

const confirmed: ScriptStep = { type: "progress", after_seconds: 1, substatus: "confirmed" };

const toPickup: ScriptStep[] = [
  confirmed,
  { type: "estimate", pickup_in_seconds: 14, delivery_in_seconds: 54 },
  { type: "progress", after_seconds: 2, substatus: "en_route_to_pickup" },
  { type: "ride", leg: "pickup", lasting_seconds: 7 },
  { type: "progress", after_seconds: 7, substatus: "at_pickup" },
];

const toRoad: ScriptStep[] = [
  ...toPickup,
  { type: "progress", after_seconds: 5, substatus: "picked_up" },
  { type: "progress", after_seconds: 3, substatus: "en_route_to_delivery" },
];

const toDoor: ScriptStep[] = [
  ...toRoad,
  { type: "ride", leg: "delivery", lasting_seconds: rideSeconds },
  { type: "progress", after_seconds: rideSeconds, substatus: "at_delivery" },
];

const delivered: ScriptStep[] = [...toDoor, { type: "delivered", after_seconds: doorSeconds }];

const back: ScriptStep[] = [
  { type: "ride", after_seconds: 3, leg: "return", lasting_seconds: rideSeconds },
  { type: "returned", after_seconds: rideSeconds + doorSeconds },
];

function refused(reason_code: "recipient_unavailable" | "recipient_refused", message: string): ScriptStep[] {
  return [...toDoor, { type: "undeliverable", after_seconds: doorSeconds, reason_code, message }, ...back];
}

function gone(reason_code: "damaged" | "lost", message: string): ScriptStep[] {
  const halfway = rideSeconds / 2;
  return [
    ...toRoad,
    { type: "ride", leg: "delivery", lasting_seconds: halfway, to: 0.5 },
    { type: "undeliverable", after_seconds: halfway + 1, reason_code, message },
  ];
}

export const namedScripts: Readonly<Record<Outcome, Named>> = {
  delivered: { description: "The goods are delivered after 55 seconds.", script: { steps: delivered } },
  no_carriers: {
    description: "No carrier makes an offer.",
    script: {
      quotes: scriptedCarriers.map((carrier) => ({ carrier, answer: "unavailable", code: "no_drivers" })),
    },
  },
  quotes_expire: {
    description: "The quotes expire one second after they are made.",
    script: { quotes: scriptedCarriers.map((carrier) => ({ carrier, expires_in_seconds: 1 })) },
  },
  carrier_rejects: {
    description: "The first carrier rejects the booking. The next one delivers.",
    script: {
      steps: [
        {
          type: "withdrawn",
          after_seconds: 1,
          rejected: true,
          reason_code: "carrier_rejected",
          message: "The carrier rejected the booking.",
        },
      ],
      attempts: [delivered],
    },
  },
  carrier_cancels: {
    description: "The first carrier drops out at the pickup. The next one delivers.",
    script: {
      steps: [
        ...toPickup,
        {
          type: "withdrawn",
          after_seconds: 1,
          reason_code: "carrier_cancelled",
          message: "The carrier cancelled at the pickup.",
        },
      ],
      attempts: [delivered],
    },
  },
  recipient_unavailable: {
    description: "Nobody is at home. `if_undeliverable` decides what becomes of the goods.",
    script: { steps: refused("recipient_unavailable", "Nobody was home.") },
  },
  recipient_refused: {
    description: "The recipient refuses the goods, and they go back.",
    script: { steps: refused("recipient_refused", "The recipient refused the goods.") },
  },
  damaged: {
    description: "The goods are damaged on the way to the delivery.",
    script: { steps: gone("damaged", "The goods were damaged in transit.") },
  },
  lost: {
    description: "The goods are lost on the way to the delivery.",
    script: { steps: gone("lost", "The goods were lost in transit.") },
  },
  delayed: {
    description: "The way to the delivery takes three times as long, and the estimate says so.",
    script: {
      steps: [
        ...toRoad,
        { type: "ride", leg: "delivery", lasting_seconds: delayedRideSeconds },
        {
          type: "estimate",
          after_seconds: 2,
          delivery_in_seconds: delayedRideSeconds + doorSeconds - 2,
          delayed: true,
        },
        { type: "progress", after_seconds: delayedRideSeconds - 2, substatus: "at_delivery" },
        { type: "delivered", after_seconds: doorSeconds },
      ],
    },
  },
  gps_gap: {
    description: "The phone sends no position for the middle third of the way to the delivery.",
    script: {
      steps: [
        ...toRoad,
        { type: "ride", leg: "delivery", lasting_seconds: 10, to: 0.3125 },
        { type: "signal_lost", after_seconds: 12 },
        { type: "ride", after_seconds: 10, leg: "delivery", lasting_seconds: 10, from: 0.6875 },
        { type: "progress", after_seconds: 10, substatus: "at_delivery" },
        { type: "delivered", after_seconds: doorSeconds },
      ],
    },
  },
};

/** All of them, by name. */
export function listScripts(): (Named & { name: Outcome })[] {
  return outcomes.map((name) => ({ name, ...namedScripts[name] }));
}

/** The script of a shipment. */
export function scriptOf({ outcome, script }: Simulation): Script {
  return outcome === "scripted" ? (script ?? {}) : namedScripts[outcome].script;
}

/** The steps of an assignment, counted from 1. */
export function stepsOf(
  { steps = delivered, attempts = [] }: Script,
  attempt: number,
): readonly ScriptStep[] {
  return [steps, ...attempts][attempt - 1] ?? attempts.at(-1) ?? steps;
}
