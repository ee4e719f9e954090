import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { dayMs } from "../../../infra/units.ts";
import { recipientMailStore } from "./store.ts";

/** After a day no limit asks for an address. */
export function forgetAddresses(deps: Deps, now: number): Promise<void> {
  return write(deps, "live", ({ tx }) => recipientMailStore(tx).forgetAddresses(now - dayMs));
}

/** Ends what waits for an erased shipment. That mails went out, and when, is left. */
export function skipMailsOfErased({ tx }: Writing, shipmentId: string): void {
  const mails = recipientMailStore(tx);
  for (const { id, status } of mails.ofShipment(shipmentId)) {
    if (status === "waiting") mails.change(id, { status: "skipped", reason: "erased", dueAt: null });
  }
}
