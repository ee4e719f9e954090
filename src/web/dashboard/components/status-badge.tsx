import type { ReactNode } from "react";
import type { DriverView } from "../../../delivery/fleet/drivers/schema.ts";
import type { TrackingView } from "../../../delivery/lifecycle/tracking/schema.ts";
import type { Status } from "../../../delivery/model/model.ts";
import { humanize } from "../format.ts";
import { statusTones, type Tone } from "../theme.ts";

/** A state in one or two words; the color only repeats it. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

type OfDuty = Pick<DriverView, "on_duty" | "duty_until" | "absent_until">;

const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** `On duty`, `Break until 14:30`, `Out`. */
export function dutyWords({ on_duty, duty_until, absent_until }: OfDuty): string {
  if (absent_until !== null) return "Out";
  if (on_duty) return "On duty";
  return duty_until === null ? "Off duty" : `Break until ${clockTime.format(new Date(duty_until))}`;
}

export function Duty({ driver }: { driver: OfDuty }) {
  return <StatusBadge tone={driver.on_duty ? "good" : "quiet"}>{dutyWords(driver)}</StatusBadge>;
}

export function ShipmentStatus({ status }: { status: Status }) {
  return <StatusBadge tone={statusTones[status]}>{humanize(status)}</StatusBadge>;
}

type Setback = NonNullable<TrackingView["setback"]>;

/** What keeps the goods, in two words; customs are the hold that people ask about. */
export function setbackTitle({ kind, reason_code }: Setback): string {
  if (kind === "attempt_failed") return "Attempt failed";
  return reason_code === "customs_hold" ? humanize(reason_code) : "Held";
}
