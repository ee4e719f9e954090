import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { dutyWords } from "../components/status-badge.tsx";

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

/** `On duty · 2 of 5 jobs`, `Out · 1 job`. */
export function dutyText(driver: DriverView): string {
  return `${dutyWords(driver)} · ${roomText(driver)}`;
}

/** Who can be asked first: on duty with room, on duty and full, off duty, out. */
export function dutyRank(driver: DriverView): number {
  if (driver.absent_until !== null) return 3;
  return driver.on_duty ? Number(isFull(driver)) : 2;
}
