import { countRecipient } from "../../../access/limits/attempts.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Client } from "../../../infra/http/principal.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { recipientMailStore } from "./store.ts";

/** What the link in a mail does: no further mail for this shipment. Only live shipments have mails. */

/** What the page behind the link shows. */
export interface StopState {
  /** BCP 47, as the caller gave it. */
  language: string | null;
  /** Of the delivery. */
  country: string;
  isStopped: boolean;
}

/** Undefined for an unknown link. */
export function findStopState(deps: Deps, token: string): StopState | undefined {
  const { db } = deps.stores.platform("live");
  const mail = recipientMailStore(db).findByToken(token);
  const shipment = mail && findShipment(db, mail.shipmentId);
  if (!shipment) return undefined;
  const { contact, address } = shipment.delivery;
  const mails = recipientMailStore(db).ofShipment(shipment.id);
  return {
    language: contact.language ?? null,
    country: address.country,
    isStopped: mails.some(({ stoppedAt }) => stoppedAt !== null),
  };
}

/**
 * May be called again. An unknown link stops nothing.
 * @throws AppError `rate_limited`
 */
export async function stopMails(
  deps: Deps,
  { token, client }: { token: string; client: Client },
): Promise<void> {
  const known = recipientMailStore(deps.stores.platform("live").db).findByToken(token);
  if (!known) return;
  countRecipient(deps, client, token, deps.realClock.now());
  if (known.stoppedAt !== null) return;
  await write(deps, "live", ({ tx, now }) => {
    const mail = recipientMailStore(tx).findByToken(token);
    if (mail?.stoppedAt === null) recipientMailStore(tx).change(mail.id, { stoppedAt: now });
  });
}
