import type { Command } from "commander";
import type { Event, Waybill } from "waybill-client";
import { SettingError } from "../app/config/reading.ts";
import type { Status, Substatus } from "../delivery/model/model.ts";
import { type Outcome, outcomes } from "../delivery/model/model.ts";
import { type EventType, eventTypes } from "../messaging/events/event.ts";
import { callApi, openSandbox, withApi } from "./api.ts";
import { choiceOption, type Flags, helped } from "./command.ts";
import { shipmentBody } from "./demo-shipment.ts";
import { print, printJson } from "./terminal.ts";

/** The steps, in this order, that make a sandbox shipment produce an event. */
interface Plan {
  outcome?: Outcome;
  quoted?: true;
  /** Accept the cheapest quote. */
  accepted?: true;
  /** Advance the simulated driver to this state. */
  to?: Status | Substatus;
  patched?: true;
  cancelled?: true;
  corrected?: true;
  rescheduled?: true;
  redacted?: true;
}

/** Null for types that a shipment cannot reach at once, or that are not about shipments: those get a sample. */
const plans: Record<EventType, Plan | null> = {
  "shipment.created": {},
  "shipment.quoted": { quoted: true },
  "shipment.assigned": { accepted: true },
  "shipment.in_transit": { accepted: true, to: "in_transit" },
  "shipment.delivered": { accepted: true, to: "delivered" },
  "shipment.cancelled": { cancelled: true },
  "shipment.cancellation_refused": null,
  "shipment.expired": null,
  "shipment.failed": { outcome: "lost", accepted: true, to: "failed" },
  "shipment.returning": { outcome: "recipient_refused", accepted: true, to: "returning" },
  "shipment.returned": { outcome: "recipient_refused", accepted: true, to: "returned" },
  "shipment.corrected": { accepted: true, to: "delivered", corrected: true },
  "shipment.updated": { patched: true },
  "shipment.rescheduled": { accepted: true, rescheduled: true },
  "shipment.instructions_changed": null,
  "shipment.rated": null,
  "shipment.redacted": { cancelled: true, redacted: true },
  "tracking.substatus_changed": { accepted: true, to: "en_route_to_pickup" },
  "tracking.eta_changed": { outcome: "delayed", accepted: true, to: "at_delivery" },
  "tracking.approaching": { accepted: true, to: "at_pickup" },
  "tracking.silent": null,
  "tracking.scanned": null,
  "tracking.attempt_failed": null,
  "tracking.proof_missing": null,
  "tracking.proof_added": null,
  "tracking.position_updated": null,
  "carrier.failing": null,
  "carrier.recovered": null,
  "charge.created": null,
  "import.completed": null,
  "attention.raised": null,
  "attention.settled": null,
  "webhook.test": null,
  "webhook.disabled": null,
};

export function addTrigger(program: Command): void {
  const command = program
    .command("trigger")
    .summary("Create a sandbox event of the given type.")
    .description(
      `Create a sandbox event of the given type, for every subscribed endpoint and for \`waybill listen\`. Waybill creates a sandbox shipment and runs it up to that event, so earlier events happen too. These types get a sample event instead: ${samples().join(", ")}.`,
    )
    .argument("<type>", `Event type: ${eventTypes.join(", ")}.`)
    .addOption(choiceOption("--outcome <outcome>", "Outcome to simulate.", outcomes));
  helped(withApi(command, "Sandbox key with all scopes."), [
    "waybill trigger shipment.delivered",
    "waybill trigger shipment.delivered --outcome delayed",
    "waybill trigger webhook.disabled --json",
  ]);
  command.action(async (type: string, flags: Flags) => {
    const plan = plans[readType(type)];
    if (plan === null && flags.outcome !== undefined) {
      throw new SettingError(`--outcome applies to shipment events only; ${type} is a sample`);
    }
    const api = openSandbox(flags);
    const made = await callApi(api, () => makeEvents(api.waybill, readType(type), flags));
    await (flags.json ? printJson(made) : print(textOf(made)));
  });
}

function samples(): EventType[] {
  return eventTypes.filter((type) => plans[type] === null);
}

/** @throws SettingError */
function readType(text: string): EventType {
  const type = eventTypes.find((entry) => entry === text);
  if (type) return type;
  throw new SettingError(`unknown event type "${text}"; use ${eventTypes.join(", ")}`);
}

interface Made {
  /** Null for a sample. */
  shipment_id: string | null;
  /** In order. */
  events: { id: string; type: string }[];
}

async function makeEvents(waybill: Waybill, type: EventType, flags: Flags): Promise<Made> {
  const plan = plans[type];
  if (plan === null) {
    return { shipment_id: null, events: [toIdAndType(await waybill.makeEvent({ body: { type } }))] };
  }
  const outcome = (flags.outcome ?? plan.outcome ?? "delivered") as Outcome;
  const { id } = await waybill.createShipment({
    body: { ...shipmentBody, simulation: { speed: "manual", outcome } },
  });
  const path = { id };
  if (plan.quoted || plan.accepted) await waybill.listQuotes({ path });
  if (plan.accepted) await waybill.acceptQuote({ path, body: { strategy: "cheapest" } });
  if (plan.to !== undefined) await waybill.advanceShipment({ path, body: { to: plan.to } });
  if (plan.patched) await waybill.patchShipment({ path, body: { reference: "ORD-1002" } });
  if (plan.cancelled) await waybill.cancelShipment({ path });
  if (plan.corrected) {
    await waybill.correctShipment({ path, body: { status: "failed", reason: "The wrong job was tapped." } });
  }
  if (plan.rescheduled) {
    await waybill.moveDeliveryWindows({ body: { shipment_ids: [id], delay_minutes: 30 } });
  }
  if (plan.redacted) await waybill.redactShipment({ path });
  const own = await Array.fromAsync(waybill.paginate("listShipmentEvents", { path, query: { limit: 100 } }));
  // A charge is no event of its shipment, which only counts its own changes.
  const { data: newest } = await waybill.listEvents({ query: { limit: 100 } });
  const ids = new Set(own.map((event) => event.id));
  const others = newest.filter((event) => !ids.has(event.id) && JSON.stringify(event.data).includes(id));
  const events = [...own, ...others].toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
  return { shipment_id: id, events: events.map(toIdAndType) };
}

function toIdAndType({ id, type }: Event): { id: string; type: string } {
  return { id, type };
}

function textOf({ shipment_id: shipmentId, events }: Made): string {
  const made =
    shipmentId === null ? "Created a sample event:" : `Created shipment ${shipmentId} and these events:`;
  const width = Math.max(...events.map(({ type }) => type.length));
  return [`${made}\n`, ...events.map(({ id, type }) => `  ${type.padEnd(width)}  ${id}`)].join("\n");
}
