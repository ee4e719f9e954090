import type { EventSubscriber } from "../../../infra/deps.ts";
import { hourMs } from "../../../infra/units.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { emailKey } from "./contact.ts";
import { contactStore } from "./store.ts";

/** A use within the hour changes no row. */
const usedAgainMs = hourMs;

/** Whoever makes a shipment uses the contacts of its people, by phone number and email address: they are kept from then on. */
export const useContacts: EventSubscriber = ({ tx, now }, { type, accountId, shipmentId }) => {
  if (type !== "shipment.created" || shipmentId === null) return;
  const shipment = findShipment(tx, shipmentId);
  for (const stop of shipment ? [shipment.pickup, shipment.delivery] : []) {
    const { phone, email } = stop.contact;
    contactStore(tx).touch(accountId, { phone, email: emailKey(email) }, now - usedAgainMs, now);
  }
};
