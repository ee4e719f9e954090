/** A calendar month in UTC. */
export interface Month {
  /** `2026-01` */
  name: string;
  from: number;
  /** The first moment that is not in it. */
  until: number;
}

const named = /^(20\d{2})-(0[1-9]|1[0-2])$/;

/** Undefined for a name that is none. */
export function monthOf(name: string): Month | undefined {
  const [, year, month] = (named.exec(name) ?? []).map(Number);
  if (year === undefined || month === undefined) return undefined;
  return { name, from: Date.UTC(year, month - 1), until: Date.UTC(year, month) };
}

/** Before that, a charge may still be added. */
export function isOver({ until }: Month, now: number): boolean {
  return until <= now;
}

/** What an operation says of a statement. */
export const noTax = "Waybill computes no tax: a statement is a record for your invoices, not an invoice.";
