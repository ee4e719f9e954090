/** Less than the 5 s after which test runners give up, whose message would not say what is missing. */
const timeoutSecondsDefault = 4;
const waitSecondsMax = 30;

export interface WaitFilter<Type extends string = string> {
  /** A type such as `shipment.delivered`, or a pattern such as `shipment.*`. */
  type?: Type;
  shipment_id?: string;
  /** 4 by default, which is less than test runners give a test. */
  timeoutSeconds?: number;
}

/** How to look for something in a list that the server can wait for. */
interface Search<Found> {
  /** `event` or `webhook`, for the error. */
  noun: string;
  read(waitSeconds: number): Promise<Found | undefined>;
  /** What is there instead, oldest first. */
  listTypes(): Promise<string[]>;
}

/** @throws Error with the types of what is there if nothing fits in time */
export async function waitFor<Found>(filter: WaitFilter, search: Search<Found>): Promise<Found> {
  const { type = "*", shipment_id: shipmentId, timeoutSeconds = timeoutSecondsDefault } = filter;
  const endMs = performance.now() + timeoutSeconds * 1000;
  for (;;) {
    const leftSeconds = Math.max(0, (endMs - performance.now()) / 1000);
    const found = await search.read(Math.min(waitSecondsMax, Math.ceil(leftSeconds)));
    if (found !== undefined) return found;
    if (leftSeconds === 0) break;
  }
  const place = shipmentId === undefined ? "" : ` of ${shipmentId}`;
  const types = (await search.listTypes()).join(", ") || "none";
  throw new Error(`No ${search.noun} ${type}${place} within ${timeoutSeconds} s. There are: ${types}.`);
}
