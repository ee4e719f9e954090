import type { AccountEnvironment } from "../../access/model.ts";
import type { Tx } from "../../infra/db/store.ts";
import type { Writing } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import type { Money } from "../model/model.ts";
import { type ChosenDriver, giveToChosen } from "./assignments/driver.ts";
import type { AcceptAtOnce, AcceptQuote } from "./assignments/schema.ts";
import { assignmentStore } from "./assignments/store.ts";
import { queueCarrierCall } from "./assignments/transitions.ts";
import { chargeDelivery } from "./charges/service.ts";
import { termsOf } from "./driver-jobs/driver-job.ts";
import { beginJob } from "./driver-jobs/transitions.ts";
import { markQuoted } from "./quotes/answers.ts";
import { isPickedCarrier, isPickedService, type Picks } from "./quotes/picks.ts";
import { type Quote, ranked, type Strategy, statusAt } from "./quotes/quote.ts";
import { acceptQuoteRow, canBeAccepted, quoteOfShipment } from "./quotes/rounds.ts";
import { isRoundRunning, quotesOfLastRound } from "./quotes/service.ts";
import { type AutoReassign, reassignmentsMax } from "./state/assignment.ts";
import { changeShipment, markAttentionDue } from "./state/change.ts";
import { newPin } from "./state/pin.ts";
import { requireShipment } from "./state/reading.ts";
import { assertMayMove } from "./state/refusal.ts";
import type { AssignmentRow, ShipmentRow } from "./state/rows.ts";
import type { AssignmentView } from "./state/schema.ts";
import { toAssignmentView } from "./state/view.ts";

/** A quote is accepted: the shipment gets a carrier. */

/** Accepts a quote inside the caller's transaction. It refuses before it writes anything. */
export function acceptIn(
  writing: DeliveryWriting,
  caller: Caller,
  shipmentId: string,
  input: AcceptQuote & { max_price?: Money },
  driver?: ChosenDriver,
): AssignmentView {
  const shipment = requireShipment(writing, caller, shipmentId);
  const wanted = { ...wantedOf(input), fleetId: driver?.fleetId };
  const named =
    input.quote_id !== undefined
      ? quoteOfShipment(writing, shipmentId, input.quote_id)
      : driver && bestOffer(writing, shipment, wanted);
  // While other carriers have not answered, a shipment with a quote is `created`.
  if (!named || shipment.status !== "created") refuseUnquoted(writing, shipment);
  const quote = named ?? bestOffer(writing, shipment, wanted);
  if (!quote) throw input.max_price ? noneWithinPrice() : noOpenQuotes();
  assertOpen(writing, shipment, quote);
  const quoted = shipment.status === "created" ? markQuoted(writing, shipment) : shipment;
  const booked = assign(writing, quoted, quote, { by: "client", autoReassign: wishOf(input) });
  const assignment = giveToChosen(writing, caller, booked, driver);
  return toAssignmentView(assignment, writing.environment);
}

/** Accepts the best offer up to a price, inside the caller's transaction. A shipment that has an assignment keeps it. */
export function acceptBestIn(
  writing: DeliveryWriting,
  caller: Caller,
  shipmentId: string,
  input: Omit<AcceptAtOnce, "price">,
  driver?: ChosenDriver,
): void {
  const shipment = requireShipment(writing, caller, shipmentId);
  if (shipment.assignmentId !== null) return;
  const quote = bestOffer(writing, shipment, { ...wantedOf(input), fleetId: driver?.fleetId });
  if (!driver || !quote || shipment.status !== "created") refuseUnquoted(writing, shipment);
  if (!quote) throw input.max_price ? noneWithinPrice() : noOpenQuotes();
  const quoted = shipment.status === "created" ? markQuoted(writing, shipment) : shipment;
  const booked = assign(writing, quoted, quote, { by: "client", autoReassign: null });
  giveToChosen(writing, caller, booked, driver);
}

/** Whether an offer was ever accepted, also where the assignment has ended: what is done once is not repeated after a stop. */
export function wasAccepted(tx: Tx, shipmentId: string): boolean {
  return assignmentStore(tx).lastAttempt(shipmentId) > 0;
}

/** Accepts the cheapest offer, once, for whom nobody calls. */
export function acceptCheapestIn(writing: DeliveryWriting, of: AccountEnvironment, shipmentId: string): void {
  const shipment = requireShipment(writing, of, shipmentId);
  if (wasAccepted(writing.tx, shipmentId)) return;
  refuseUnquoted(writing, shipment);
  const quote = bestOffer(writing, shipment, { strategy: "cheapest" });
  if (!quote) throw noOpenQuotes();
  assign(writing, shipment, quote, { by: "system", autoReassign: null });
}

/** Which offer is the best one where no quote is named. */
interface Wanted extends Picks {
  strategy: Strategy;
  maxPrice?: Money | undefined;
  /** The fleet of the driver who gets the job. */
  fleetId?: string | undefined;
}

function wantedOf({
  strategy = "cheapest",
  max_price: maxPrice,
  carriers,
  services,
}: Picks & { strategy?: Strategy; max_price?: Money }): Wanted {
  return { strategy, maxPrice, carriers, services };
}

/** The best offer that is wanted and can be accepted; undefined if there is none. */
export function bestOffer(
  writing: Writing,
  shipment: ShipmentRow,
  { strategy, maxPrice, fleetId, ...picks }: Wanted,
): Quote | undefined {
  const isWithin = ({ amount, currency }: Quote) =>
    maxPrice === undefined || (currency === maxPrice.currency && amount <= maxPrice.amount);
  const isWanted = ({ carrier, service }: Quote) =>
    (fleetId === undefined || carrier.id === fleetId) &&
    isPickedCarrier(picks, carrier) &&
    isPickedService(picks, service);
  const open = quotesOfLastRound(writing.tx, shipment.id).filter(
    (quote) => isWithin(quote) && isWanted(quote) && canBeAccepted(writing, quote, shipment.accountId),
  );
  return ranked(open, strategy, shipment)[0];
}

/** Writes the assignment as `pending`. A job books it; the assignment's id makes repeating that safe. */
export function assign(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  quote: Quote,
  {
    by,
    autoReassign,
    message = `The quote from ${quote.carrier.name} was accepted.`,
  }: { by: "client" | "system"; autoReassign: AutoReassign | null; message?: string },
): AssignmentRow {
  const { deps, tx, now, environment } = writing;
  const carrier = deps.carrier(environment, quote.carrier.id);
  const row: AssignmentRow = {
    id: deps.ids.make("asg"),
    shipmentId: shipment.id,
    quoteId: quote.id,
    status: "pending",
    attempt: assignmentStore(tx).lastAttempt(shipment.id) + 1,
    carrier: quote.carrier,
    service: quote.service,
    amount: quote.amount,
    cost: quote.cost,
    currency: quote.currency,
    unappliedAmount: 0,
    movedAmount: 0,
    estimatedPickupAt: quote.estimatedPickupAt,
    estimatedDeliveryAt: quote.estimatedDeliveryAt,
    estimatedDeliveryDate: quote.estimatedDeliveryDate,
    driver: null,
    driverId: null,
    carrierReference: null,
    assignedAt: now,
    releasedAt: null,
    releaseReason: null,
    trackingNumbers: {},
    carrierTrackingUrl: null,
    cancellationRequest: null,
    updatedAt: now,
    endedAt: null,
    reportCount: 0,
    reportedSubstatus: null,
    autoReassign,
    carrierLabel: carrier?.label ? "pending" : null,
    ownPin: carrier?.ownPin ?? false,
  };
  acceptQuoteRow(writing, quote);
  assignmentStore(tx).insert(row);
  const terms = carrier?.dispatch;
  if (terms) beginJob(writing, shipment, row, terms);
  queueCarrierCall(writing, row, "book");
  const needsPin = shipment.delivery.requirements.pin && shipment.pin === null;
  const assigned = changeShipment(writing, shipment, {
    by,
    status: "assigned",
    message,
    set: {
      assignmentId: row.id,
      carrierId: quote.carrier.id,
      withoutDriver: terms !== undefined,
      ...(needsPin ? { pin: newPin(deps, shipment.id) } : {}),
    },
  });
  // A dispatcher has to choose a driver, and nobody else looks for one.
  if (terms && termsOf(terms, shipment).choice === "manual") markAttentionDue(writing, assigned);
  chargeDelivery(writing, shipment, row);
  return row;
}

/** What an acceptance says of carriers that take its place. */
export function wishOf({ auto_reassign, strategy = "cheapest", ...input }: AcceptQuote): AutoReassign | null {
  if (auto_reassign === undefined) return null;
  const { max_price: maxPrice, carriers = input.carriers, services = input.services } = auto_reassign;
  return {
    maxPrice,
    strategy,
    ...(carriers && { carriers }),
    ...(services && { services }),
    remaining: reassignmentsMax,
  };
}

function assertOpen(writing: DeliveryWriting, { accountId }: ShipmentRow, quote: Quote): void {
  const status = statusAt(quote, writing.now);
  if (status === "expired")
    throw new AppError("quote_expired", { detail: "Request new quotes and accept one of them." });
  if (status !== "open")
    throw new AppError("quote_not_open", {
      detail: `The quote is ${status}. Accept one whose status is open.`,
    });
  if (!canBeAccepted(writing, quote, accountId))
    throw new AppError("quote_not_open", {
      detail: "The carrier is no longer available. Accept another carrier's quote, or request new quotes.",
    });
}

/** A shipment without quotes is `created`. A strategy then lacks quotes, so the state is not what is wrong. */
function refuseUnquoted({ tx }: DeliveryWriting, shipment: ShipmentRow): void {
  if (shipment.status !== "created") return assertAssignable(shipment);
  throw isRoundRunning(tx, shipment.id) ? noOpenQuotes(unanswered) : noOpenQuotes();
}

/** A strategy has waited for them as long as it can. */
const unanswered =
  "Carriers have not answered yet. If the sandbox's clock stands still, move it, or accept a quote by its id.";

/** @throws AppError `shipment_already_assigned`, `transition_not_allowed` */
export function assertAssignable(shipment: ShipmentRow): void {
  if (["assigned", "in_transit", "returning"].includes(shipment.status)) {
    throw new AppError("shipment_already_assigned", {
      detail: "Release the current assignment before you accept another quote.",
    });
  }
  assertMayMove(shipment.status, "assigned", "client");
}

function noOpenQuotes(
  detail = "Request new quotes. If there are none, `unavailable` gives each carrier's reason.",
): AppError {
  return new AppError("no_open_quotes", { detail });
}

function noneWithinPrice(): AppError {
  return noOpenQuotes("No open quote is within max_price. Accept one of the others, or request new quotes.");
}
