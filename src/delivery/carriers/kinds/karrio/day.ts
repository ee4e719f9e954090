/** Karrio's dates. Most carriers know the day of a delivery and no time; some write one that means nothing. */

const dateLength = "2026-01-31".length;

/** `2026-01-31`, so many days of the calendar later. Null for what does not begin with a date. */
export function dayOf(text: string | null | undefined, addedDays = 0): string | null {
  try {
    return Temporal.PlainDate.from((text ?? "").slice(0, dateLength))
      .add({ days: addedDays })
      .toString();
  } catch {
    return null;
  }
}
