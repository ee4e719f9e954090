import type { AccountView } from "../../../delivery/privacy/account/schema.ts";
import { formatBytes, formatCount } from "../format.ts";
import { Meter } from "./meter.tsx";

/** The used share of a limit from which the bar warns. */
const warnShare = 0.8;

interface LimitMetersProps {
  limits: NonNullable<AccountView["limits"]>;
  requestsLeft: number;
  storedBytes: number;
}

/** How much of its limits an account uses in an environment. */
export function LimitMeters({ limits, requestsLeft, storedBytes }: LimitMetersProps) {
  const used = limits.requests_per_day - requestsLeft;
  return (
    <>
      <LimitMeter
        label="Requests today (UTC)"
        amount={`${formatCount(used)} of ${formatCount(limits.requests_per_day)}`}
        share={used / limits.requests_per_day}
      />
      <LimitMeter
        label="Storage"
        amount={`${formatBytes(storedBytes)} of ${formatBytes(limits.storage_bytes)}`}
        share={storedBytes / limits.storage_bytes}
      />
    </>
  );
}

function LimitMeter({ label, amount, share }: { label: string; amount: string; share: number }) {
  const tone = share >= 1 ? "bad" : share >= warnShare ? "warn" : "busy";
  return <Meter label={label} amount={amount} share={share} tone={tone} />;
}
