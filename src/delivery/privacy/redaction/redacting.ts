import type { Envelope } from "../../../messaging/events/event.ts";
import type { ReportedChargeView } from "../../lifecycle/charges/schema.ts";
import {
  redactedText,
  redactParcel,
  redactShipmentView,
  redactStop,
} from "../../lifecycle/state/redacted.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import type { Parcel } from "../../model/model.ts";

/** The redacted form of what was told about a shipment: bodies of events, and kept responses. Pure. */

type Members = Record<string, unknown>;

/** Which shipment, and when it was redacted. */
interface Redacted {
  id: string;
  at: string;
}

const nothing = () => null;
const words = () => redactedText;

/**
 * Members that can hold what a person said, or say who and where somebody is, and what stays of them. A required text has
 * words left. What a carrier gets of its job is kept too.
 */
const personal: Record<string, (member: never) => unknown> = {
  message: words,
  reason: words,
  detail: words,
  location: nothing,
  position: nothing,
  driver: nothing,
  tracking_numbers: () => ({}),
  carrier_tracking_url: nothing,
  reference: nothing,
  pickup: redactStop,
  delivery: redactStop,
  parcels: (parcels: Parcel[]) => parcels.map(redactParcel),
  charges: (charges: ReportedChargeView[]) => charges.map(redactReported),
};

/** A carrier's own words of what it charged. */
function redactReported(charge: ReportedChargeView): ReportedChargeView {
  return { ...charge, report_id: null, description: null };
}

/** Everything that an event of the shipment carries is about it. */
export function redactEnvelope(envelope: Envelope, of: Redacted): Envelope {
  return { ...envelope, data: withoutPersonal(redactMentions(envelope.data, of) as Members) };
}

/** A response to a request whose path names the shipment is about it; in others only what names it. */
export function redactAnswer(answer: unknown, path: string, of: Redacted): unknown {
  const mentioned = redactMentions(answer, of);
  return path.includes(of.id) && isObject(mentioned) ? withoutRefusals(mentioned) : mentioned;
}

/** Redacts the shipment, and each object that names it, wherever they stand. */
function redactMentions(value: unknown, of: Redacted): unknown {
  if (Array.isArray(value)) return value.map((part) => redactMentions(part, of));
  if (!isObject(value)) return value;
  if (value.id === of.id && "pickup" in value) {
    const { accept_problem: problem, ...view } = value;
    return {
      ...redactShipmentView(view as ShipmentView, of.at),
      ...("accept_problem" in value && { accept_problem: problem }),
    };
  }
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, redactMentions(member, of)]),
  );
  return value.shipment_id === of.id ? withoutPersonal(members) : members;
}

function withoutPersonal(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const redact = member === null ? undefined : personal[name];
      return [name, redact ? redact(member as never) : member];
    }),
  );
}

/** A round of quotes says in words of carriers why they made no offer. */
function withoutRefusals(members: Members): Members {
  const { unavailable } = members;
  if (!Array.isArray(unavailable)) return members;
  return { ...members, unavailable: unavailable.map(withoutPersonal) };
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
