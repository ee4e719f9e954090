import type { ReactNode } from "react";
import type { TrackingView } from "../../../delivery/lifecycle/tracking/schema.ts";
import type { Status } from "../../../delivery/model/model.ts";
import { dutyWords, type OfDuty } from "../assigning/load.ts";
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
