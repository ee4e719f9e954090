import type { Problem } from "../browser/problem.ts";
import { readLabel } from "./server.ts";
import type { Order } from "./wire.ts";

/** The browser needs the bytes for as long as it shows them. */
const shownMs = 10 * 60_000;

/** Opens the labels of an order in another window, ready to print; a browser that opens none saves them. */
export async function printLabel(
  { id, tracking_number }: Order,
  receipt: string | undefined,
): Promise<Problem | undefined> {
  const { value, problem } = await readLabel(id, receipt);
  if (problem) return problem;
  const address = URL.createObjectURL(value);
  setTimeout(() => URL.revokeObjectURL(address), shownMs);
  if (window.open(address) === null) save(address, `${tracking_number ?? id}.pdf`);
  return undefined;
}

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
