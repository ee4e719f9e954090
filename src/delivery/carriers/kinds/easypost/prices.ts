import { allFitting, fitting } from "../../answer.ts";
import { isCallError } from "../../call-error.ts";
import { callEasypost, type Easypost } from "./call.ts";
import { accountName, unpricedIn } from "./offers.ts";
import { WireLatest, WireRate } from "./wire.ts";

/** Whether EasyPost's accounts have prices, as its latest shipments say. Reads them only: rates make a shipment. */

const latestPath = "/shipments?page_size=20";
const readWithinMs = 5_000;

/** Undefined where EasyPost has rated nothing lately, or does not say. */
export async function findPrices(
  easypost: Easypost,
  signal: AbortSignal,
): Promise<{ passed: boolean; detail: string } | undefined> {
  const shipments = await readLatest(easypost, signal);
  // The newest word of each account counts: prices may have been entered since.
  const newest = new Map<string, WireRate[]>();
  for (const { rates } of shipments) {
    const byAccount = Map.groupBy(allFitting(WireRate, rates), accountName);
    for (const [name, found] of byAccount) if (!newest.has(name)) newest.set(name, found);
  }
  if (newest.size === 0) return undefined;
  const unpriced = unpricedIn([...newest.values()].flat());
  if (unpriced) return { passed: false, detail: unpriced.message };
  return { passed: true, detail: `Accounts that gave prices lately: ${newest.size}.` };
}

async function readLatest(
  easypost: Easypost,
  signal: AbortSignal,
): Promise<(typeof WireLatest.static)["shipments"]> {
  try {
    const call = { method: "GET", path: latestPath, timeoutMs: readWithinMs, isRepeatable: true } as const;
    const { body } = await callEasypost(easypost, call, signal);
    return fitting(WireLatest, body)?.shipments ?? [];
  } catch (error) {
    if (isCallError(error)) return [];
    throw error;
  }
}
