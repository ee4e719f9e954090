import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";

/** How much a driver has to do, in words. */

/** `2 of 5 jobs`, `1 job`. */
export function roomText({ active_assignments: count, capacity }: DriverView): string {
  const { assignments: limit } = capacity;
  if (limit !== null) return `${count} of ${limit} jobs`;
  return `${count} ${count === 1 ? "job" : "jobs"}`;
}

export function isFull({ active_assignments: count, capacity }: DriverView): boolean {
  return capacity.assignments !== null && count >= capacity.assignments;
}

export type OfDuty = Pick<DriverView, "on_duty" | "duty_until">;

const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** `On duty`, `Break until 14:30`. */
export function dutyWords({ on_duty, duty_until }: OfDuty): string {
  if (on_duty) return "On duty";
  return duty_until === null ? "Off duty" : `Break until ${clockTime.format(new Date(duty_until))}`;
}

/** `On duty · 2 of 5 jobs`, `Out · 1 job`. */
export function dutyText(driver: DriverView): string {
  const duty = driver.absent_until !== null ? "Out" : dutyWords(driver);
  return `${duty} · ${roomText(driver)}`;
}

/** Who can be asked first: on duty with room, on duty and full, off duty, out. */
export function dutyRank(driver: DriverView): number {
  if (driver.absent_until !== null) return 3;
  return driver.on_duty ? Number(isFull(driver)) : 2;
}
