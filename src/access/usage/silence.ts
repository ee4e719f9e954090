/** An account that sent requests regularly and has stopped. */
export interface Silence {
  /** Days without a request, today included. */
  days: number;
  /** Requests on a usual day before. */
  usualPerDay: number;
}

/** Days before the last request that show what is usual. */
export const usualDays = 28;
/** After that many days it is no news any more. */
export const silentDaysMax = 14;
export const silentDaysMin = 2;
const activeDaysMin = 5;
const perDayMin = 20;

/**
 * Compares an account with its own past: it is silent for more than twice its longest pause between two active days.
 * @param perDay requests of each day up to today, oldest first
 */
export function silenceOf(perDay: readonly number[]): Silence | undefined {
  const last = perDay.findLastIndex((requests) => requests > 0);
  const days = perDay.length - 1 - last;
  const active = perDay
    .map((requests, day) => ({ requests, day }))
    .filter(({ requests, day }) => requests > 0 && day > last - usualDays);
  if (days < silentDaysMin || days > silentDaysMax || active.length < activeDaysMin) return undefined;
  const steps = active.slice(1).map(({ day }, index) => day - (active[index]?.day ?? day));
  const usualPerDay = Math.round(active.reduce((sum, { requests }) => sum + requests, 0) / active.length);
  return usualPerDay >= perDayMin && days > 2 * Math.max(...steps) ? { days, usualPerDay } : undefined;
}
