import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import { callError } from "../../carriers/call-error.ts";
import type { WebhookReading, WebhookRequest } from "../../carriers/carrier-webhook.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { isTracked } from "../../carriers/tracked-schema.ts";
import { isBookingUnanswered } from "../../lifecycle/assignments/carrier-names.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import type { AssignmentRow } from "../../lifecycle/state/rows.ts";
import { applyTracked } from "../polling/applying.ts";
import { findBooking } from "../polling/finding.ts";
import { askSoon } from "../polling/service.ts";
import { type CarrierWebhookStatus, nextTryAt } from "./inbox.ts";
import { openHeaders } from "./receiving.ts";
import { type CarrierWebhookRow, carrierWebhookStore } from "./store.ts";

/** Reads a stored webhook by its carrier's kind, and applies what it tells. */

type Readable = Extract<WebhookReading, { kind: "hint" | "tracked" }>;
/** What became of it. */
type Outcome = Partial<Pick<CarrierWebhookRow, "status" | "reason" | "shipmentId" | "dueAt">>;

const noBooking = "No booking matches its reference or tracking number.";
const erased = "Waybill erased its body after a day. Ask the carrier to send it again.";
const noAnswer = "The carrier has not answered the booking itself.";

/** Does what is due of a webhook. Whatever it says, it is settled after it, or due again. */
export async function applyCarrierWebhook(
  deps: DeliveryDeps,
  environment: Environment,
  id: string,
): Promise<void> {
  const { db } = deps.stores.platform(environment);
  const row = carrierWebhookStore(db).find(id);
  if (!row) return;
  const reading = readWebhook(deps, environment, row);
  // Its booking is in the time of the account that ships.
  const booking = hasBooking(reading) ? findBooking(db, row.carrierId, reading.booking) : undefined;
  const accountId = (booking && findShipment(db, booking.shipmentId)?.accountId) ?? null;
  await inTimeOf(deps, { accountId, environment }, () =>
    write<void, DeliveryDeps>(deps, environment, (writing) => apply(writing, id, reading)),
  );
}

function hasBooking(reading: WebhookReading): reading is Readable {
  return reading.kind === "hint" || reading.kind === "tracked";
}

/** A later version of a kind may refuse what it read before, and a body may be anything. */
function readWebhook(deps: DeliveryDeps, environment: Environment, row: CarrierWebhookRow): WebhookReading {
  if (row.body.length === 0) return { kind: "refused", reason: erased };
  const body = row.body.toString("utf8");
  if (!row.body.equals(Buffer.from(body))) return { kind: "refused", reason: "Its body is not UTF-8 text." };
  const carrier = deps.carrier(environment, row.carrierId);
  if (!carrier?.readWebhook) {
    return { kind: "refused", reason: "Waybill cannot use the carrier's settings. Set them again." };
  }
  const webhook: WebhookRequest = { headers: openHeaders(deps, row), body };
  try {
    const reading = carrier.readWebhook(webhook);
    if (reading.kind === "tracked" && !isTracked(reading.tracked)) {
      throw callError("nonsense", "What it tells does not fit the port.");
    }
    return reading;
  } catch (error) {
    // Its message may quote the body.
    const { name } = error instanceof Error ? error : { name: "unknown" };
    deps.log.warn({ error: name, carrier: row.carrierId, hook: row.id }, "Carrier's webhook cannot be read");
    return { kind: "refused", reason: "Waybill cannot read it." };
  }
}

function apply(writing: DeliveryWriting, id: string, reading: WebhookReading): void {
  const webhooks = carrierWebhookStore(writing.tx);
  const row = webhooks.find(id);
  // Somebody dismissed it, or erased it.
  if (!row || row.dueAt === null) return;
  if (!hasBooking(reading)) {
    const status = reading.kind === "refused" ? "failed" : "ignored";
    return webhooks.change(id, { status, reason: reading.reason, dueAt: null });
  }
  const { id: ownId = null } = reading;
  const earlier = ownId === null ? undefined : webhooks.findByOwnId(row.carrierId, ownId);
  if (earlier && earlier.id !== id) {
    // It came before, in other bytes.
    if (earlier.status !== "failed") return webhooks.remove(id);
    webhooks.remove(earlier.id);
  }
  const booking = findBooking(writing.tx, row.carrierId, reading.booking);
  const shipment = booking && findShipment(writing.tx, booking.shipmentId);
  const outcome = booking
    ? applyReading(writing, row, booking, reading)
    : waitFor(writing.deps, row, { reason: noBooking, inTheEnd: "ignored" });
  // Nothing that is left may hold what was erased.
  if (shipment?.redactedAt != null) return webhooks.remove(id);
  webhooks.change(id, { ...outcome, ownId, shipmentId: shipment?.id ?? null });
  if (!booking) webhooks.ignoreOldest(row.carrierId);
}

function applyReading(
  writing: DeliveryWriting,
  row: CarrierWebhookRow,
  booking: AssignmentRow,
  reading: Readable,
): Outcome {
  const applied = { status: "applied", reason: null, dueAt: null } as const;
  const waitForAnswer = () => waitFor(writing.deps, row, { reason: noAnswer, inTheEnd: "failed" });
  if (reading.kind === "hint") {
    // Until the answer nobody asks about the booking, so there is nothing to hurry.
    if (isBookingUnanswered(writing, booking)) return waitForAnswer();
    askSoon(writing, booking);
    return applied;
  }
  const { waits, refused: all } = applyTracked(writing, booking, reading.tracked);
  if (waits) return waitForAnswer();
  const [refused] = all;
  return refused ? { ...applied, status: "failed", reason: refused.problem.message } : applied;
}

/** The carrier may tell of a booking before it answers it. */
function waitFor(
  { realClock }: Deps,
  { queuedAt }: CarrierWebhookRow,
  { reason, inTheEnd }: { reason: string; inTheEnd: CarrierWebhookStatus },
): Outcome {
  const dueAt = nextTryAt(queuedAt, realClock.now());
  return dueAt === undefined
    ? { status: inTheEnd, reason, dueAt: null }
    : { status: "waiting", reason, dueAt };
}
