import { queueAudit } from "../../../access/audit/outbox.ts";
import type { Tx } from "../../../infra/db/store.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { countShipmentsOf, endedShipmentsOf, type Reached } from "../../lifecycle/state/redaction.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import { removeContact, unusedContacts } from "../../orders/contacts/forgetting.ts";
import { requireContact } from "../../orders/contacts/service.ts";
import { forgetRowsOfContact } from "../../orders/imports/forgetting.ts";
import { ordersTo } from "../../orders/order-forms/forgetting.ts";
import { schedulesTo } from "../../orders/schedules/forgetting.ts";
import type { ContactRedaction, ContactRedactionView } from "./contact-schema.ts";
import { eraseOrder } from "./order-forms.ts";
import { eraseSchedule } from "./schedules.ts";
import { redactRows } from "./service.ts";
import { beginRedaction, eraseFilesOf, eraseFound } from "./steps.ts";

/** Erases contacts: alone, or with the shipments of the same person. */

/** Shipments that one look finds. */
const perLook = 100;

/** Erases a contact. Its shipments stay. @throws AppError `not_found`, `precondition_failed` */
export async function deleteContact(
  deps: Deps,
  caller: Caller,
  id: string,
  accepts: (version: number) => boolean,
): Promise<void> {
  await write(deps, caller.environment, (writing) => {
    if (!accepts(requireContact(writing.tx, caller, id).version)) throw new AppError("precondition_failed");
    eraseContact(writing, id);
    record(writing, caller, "contact.removed", id);
  });
}

/** What a redaction of the contact would erase. @throws AppError `not_found` */
export function previewRedaction(deps: Deps, caller: Caller, id: string): ContactRedactionView {
  const { db } = deps.stores.platform(caller.environment);
  return countsOf(db, caller, id);
}

/**
 * Erases a contact, the personal data of every ended shipment of its phone number or email address, and orders and schedules to it. The contact goes
 * last, so that a repeated request goes on where a stop ended the first one.
 * @throws AppError `not_found`, `redaction_grew` where it would erase more shipments than the caller was shown
 */
export async function redactContact(
  deps: Deps,
  caller: Caller,
  id: string,
  { shipments: shown }: ContactRedaction,
): Promise<ContactRedactionView> {
  const { db } = deps.stores.platform(caller.environment);
  const before = countsOf(db, caller, id);
  if (before.shipments > shown) {
    throw new AppError("redaction_grew", {
      detail: `There are ${before.shipments} ended shipments of this phone number or email address, and not ${shown}. Nothing was erased.`,
      members: { shipments: before.shipments },
    });
  }
  await redactShipmentsOf(deps, caller, requireContact(db, caller, id));
  return writeOnce(deps, caller, (writing) => {
    const { open_shipments, schedules } = countsOf(writing.tx, caller, id);
    const person = requireContact(writing.tx, caller, id);
    for (const orderId of ordersTo(writing.tx, caller.accountId, person)) eraseOrder(writing, orderId);
    for (const scheduleId of schedulesTo(writing.tx, caller.accountId, person))
      eraseSchedule(writing, caller, scheduleId);
    eraseContact(writing, id);
    record(writing, caller, "contact.redacted", id);
    return { contact_id: id, shipments: before.shipments, open_shipments, schedules };
  });
}

/** Erases an account's contacts that nobody used since a time. */
export async function eraseUnusedContacts(
  deps: Deps,
  environment: Environment,
  accountId: string,
  before: number,
): Promise<void> {
  await eraseFound(
    deps,
    environment,
    (db, limit) => unusedContacts(db, accountId, before, limit),
    (writing, id) => eraseContact(writing, id, before),
  );
}

/** Erases what a restored backup brought back. */
export async function eraseContactAgain(deps: Deps, environment: Environment, id: string): Promise<void> {
  await write(deps, environment, (writing) => eraseContact(writing, id));
}

function eraseContact(writing: Writing, id: string, unusedSince?: number): void {
  const accountId = removeContact(writing.tx, id, unusedSince);
  if (accountId !== undefined) forgetRowsOfContact(writing.tx, id);
  eraseFilesOf(writing, id, accountId);
}

async function redactShipmentsOf(deps: Deps, { accountId, environment }: Caller, of: Reached): Promise<void> {
  const { db } = deps.stores.platform(environment);
  for (;;) {
    const ids = endedShipmentsOf(db, accountId, of, perLook);
    for (const id of ids) {
      await write(deps, environment, (writing) => {
        const shipment = findShipment(writing.tx, id);
        // Somebody may have corrected its state meanwhile.
        if (shipment && isFinal(shipment.status)) beginRedaction(writing, shipment);
      });
      await redactRows(deps, environment, id);
    }
    if (ids.length < perLook) return;
  }
}

function countsOf(
  db: Parameters<typeof countShipmentsOf>[0] | Tx,
  caller: Caller,
  id: string,
): ContactRedactionView {
  const person = requireContact(db, caller, id);
  const { ended, open } = countShipmentsOf(db, caller.accountId, person);
  const schedules = schedulesTo(db, caller.accountId, person).length;
  return { contact_id: id, shipments: ended, open_shipments: open, schedules };
}

/** Without the name, which the log would keep. */
function record(
  writing: Writing,
  caller: Caller,
  action: "contact.removed" | "contact.redacted",
  id: string,
): void {
  queueAudit(writing, caller, { action, target: { type: "contact", id, name: null } });
}
