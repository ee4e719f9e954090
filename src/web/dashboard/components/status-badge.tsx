import type { ReactNode } from "react";
import type { Tone } from "../theme.ts";

/** A state in one or two words; the color only repeats it. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
