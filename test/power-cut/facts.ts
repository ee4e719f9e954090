/** What the server has said that it did: all of it must be there after a power cut. */
export interface Facts {
  /** Shipments by id. */
  created: Map<string, Creation>;
  /** The number in the latest acknowledged change of a shipment; later changes have greater ones. */
  changed: Map<string, number>;
  cancelled: Set<string>;
  keys: Set<string>;
  /** Events that came to the webhook endpoint. */
  delivered: Set<string>;
  /** Events that came over the stream. */
  streamed: Set<string>;
}

interface Creation {
  /** Tells the body that was sent. */
  number: number;
  idempotencyKey: string | undefined;
}

export function noFacts(): Facts {
  return {
    created: new Map(),
    changed: new Map(),
    cancelled: new Set(),
    keys: new Set(),
    delivered: new Set(),
    streamed: new Set(),
  };
}

export const factKinds = Object.keys(noFacts()) as (keyof Facts)[];

export type FactCounts = Record<keyof Facts, number>;

export function countFacts(facts: Facts): FactCounts {
  return Object.fromEntries(factKinds.map((kind) => [kind, facts[kind].size])) as FactCounts;
}

export const sumOf = (counts: FactCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
