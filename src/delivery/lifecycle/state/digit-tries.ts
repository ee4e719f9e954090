import type { Writing } from "../../../infra/deps.ts";
import type { Client } from "../../../infra/http/principal.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { widestNetworkOf } from "../../../infra/net/network.ts";
import { recentTries } from "./digits.ts";
import type { ShipmentRow } from "./rows.ts";
import { shipmentStore } from "./store.ts";

/** The tries of the last digits of the recipient's phone. Callers see no change of the shipment. */

const networkMarkLength = 16;

/** Who opens the recipient's page, with which link. */
export interface Recipient {
  token: string;
  client: Client;
}

/** Stands for the recipient's network. Who does not know the link cannot tell which it is. */
export function networkMark({ token, client }: Recipient): string {
  return sha256Hex(`${token} ${widestNetworkOf(client.address)}`).slice(0, networkMarkLength);
}

/** @returns the shipment with this wrong try */
export function countDigitTry({ tx, now }: Writing, row: ShipmentRow, network: string): ShipmentRow {
  const [, recent] = recentTries(row, network, now);
  const counted = {
    digitTries: row.digitTries + 1,
    recentDigitTries: [...recent, { network, at: now }],
  };
  shipmentStore(tx).change(row.id, counted);
  return { ...row, ...counted };
}

/** The digits were right: this network has all its tries again. */
export function forgetDigitTries({ tx, now }: Writing, row: ShipmentRow, network: string): void {
  const [own, recent] = recentTries(row, network, now);
  if (own.length === 0) return;
  shipmentStore(tx).change(row.id, { recentDigitTries: recent.filter((each) => !own.includes(each)) });
}
