import { dayMs, hourMs, minuteMs } from "../../../infra/units.ts";

/** Forms by which customers of an account order with a link. Contract-day §3. */

export const formsMax = 1_000;
export const ordersPerDayDefault = 50;
export const orderParcelsMax = 20;
export const markupBounds = { minimum: -50, maximum: 300 } as const;

export const approvals = ["each", "none"] as const;
export type Approval = (typeof approvals)[number];

/** What customers may do with their own orders, besides reading them. */
export const formRights = ["cancel", "recall"] as const;
export type FormRight = (typeof formRights)[number];

/** Why a form takes no orders for a while. */
export const pauseReasons = ["person", "wrong_codes", "burst"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** `waiting`: a request that nobody has answered. `withdrawn`: by the customer. */
export const orderStates = ["waiting", "approved", "refused", "withdrawn"] as const;
export type OrderState = (typeof orderStates)[number];

/** How long what was ordered is kept while there is no shipment. */
export const requestKeptMs = 7 * dayMs;
/** How long whoever placed an order sees it without a code. */
export const receiptMs = dayMs;
export const deviceMs = 30 * dayMs;
export const devicesMax = 20;
export const codeDigits = 6;
export const codeMs = 15 * minuteMs;
/** Tries of one code. */
export const codeTriesMax = 5;
/** Wrong codes, whichever they were for, until the form pauses. */
export const wrongCodesMax = 10;
export const wrongCodesPauseMs = hourMs;
export const burstPauseMs = 15 * minuteMs;
/** How long a crash delays the acceptance of an order. */
export const acceptAgainMs = minuteMs;

/** Whose form it is. */
export interface FormCustomer {
  name: string;
  email: string | null;
  phone: string | null;
  /** By which the account knows the customer. */
  number: string | null;
}

/** Whether the form takes no orders now. */
export function isPaused({ pausedUntil }: { pausedUntil: number | null }, now: number): boolean {
  return pausedUntil !== null && pausedUntil > now;
}

/** Without the people: the domain tells the customer which mailbox to look into. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
