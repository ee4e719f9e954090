import type { Writing } from "../../../infra/deps.ts";
import { redactedText } from "../../lifecycle/state/redacted.ts";
import { attentionStore } from "./store.ts";

/** Erases the sentences that a carrier or driver sent. The items stay, as their rules still hold. */
export function redactAttention({ tx }: Writing, shipmentId: string): void {
  const store = attentionStore(tx);
  for (const item of store.ofShipment(shipmentId)) {
    const { refusals, detail, ...facts } = item.facts;
    store.save({ ...item, facts: detail == null ? facts : { ...facts, detail: redactedText } });
  }
}
