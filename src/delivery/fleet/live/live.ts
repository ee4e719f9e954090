/** How far a reader of the live stream is. */
export interface LivePlace {
  /** The last event that it has, by its position in the log. */
  event: number;
  /** It has every position that came before. */
  at: number;
}

export function formatPlace({ event, at }: LivePlace): string {
  return `${event}.${at}`;
}

/** Undefined for a reader that starts, or an id of another stream. */
export function parsePlace(lastEventId: string | null): LivePlace | undefined {
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(lastEventId ?? "");
  return parts ? { event: Number(parts[1]), at: Number(parts[2]) } : undefined;
}
