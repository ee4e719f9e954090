/** How busy a fleet is for a while, which its new offers say. */
export interface Load {
  /** How much later than usual its drivers can be somewhere. */
  extraMinutes: number;
  acceptsOrders: boolean;
  /** The fleet is as usual from then on. */
  until: number;
  /** What senders read; null: only that the fleet takes no orders. */
  text: string | null;
}

/** The load that counts at a time; null for a fleet that is as usual. */
export function loadAt(load: Load | null, now: number): Load | null {
  return load !== null && now < load.until ? load : null;
}

/** The text without a text of the owner's. */
const closedText = "The fleet takes no new orders now.";

/** What senders read while a fleet takes no orders. */
export function textOf({ text }: Load): string {
  return text ?? closedText;
}
