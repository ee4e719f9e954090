import { type Weekday, weekdays } from "@/delivery/carriers/kinds/fleet/words.ts";
import { listOf } from "./prefixes.ts";

/** The opening hours of a service in a form. */
export interface HoursValues {
  isAlwaysOpen: boolean;
  /** Openings of a day, separated by blanks or commas. */
  hours: Record<Weekday, string>;
}

type CardHours = Partial<Record<Weekday, readonly string[]>>;

/** What is no day of the week stays: the API refuses it. */
export function hoursValuesOf(hours: CardHours | null | undefined): HoursValues {
  const days = weekdays.map((day) => [day, (hours?.[day] ?? []).join(", ")]);
  return { isAlwaysOpen: !hours, hours: { ...hours, ...(Object.fromEntries(days) as HoursValues["hours"]) } };
}

/** As the API takes them; undefined for a service that is always open. */
export function hoursOf({ isAlwaysOpen, hours }: HoursValues): Record<string, unknown> | undefined {
  if (isAlwaysOpen) return undefined;
  const openings = weekdays.map((day) => [day, listOf(hours[day])] as const);
  const others = Object.entries(hours).filter(([name]) => weekdays.every((day) => day !== name));
  return {
    ...Object.fromEntries(others),
    ...Object.fromEntries(openings.filter(([, list]) => list.length > 0)),
  };
}
