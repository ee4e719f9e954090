import { dayMs } from "../../../infra/units.ts";
import { formatCount, formatDay } from "../format.ts";

interface SparklineProps {
  /** A count per day, oldest first. */
  counts: readonly number[];
  /** The first of the days, `2026-01-31`. */
  from: string;
  /** What was counted: `Requests`. */
  of: string;
}

const barPx = 3;
const stepPx = 4;
const heightPx = 22;
/** Keeps a small count visible beside large ones. */
const leastPx = 2;

/** A bar per day in a line of text. A chart library would be larger than the page. */
export function Sparkline({ counts, from, of }: SparklineProps) {
  const most = Math.max(...counts);
  const widthPx = counts.length * stepPx;
  const bars = counts
    .map((count, day) => ({ x: day * stepPx + stepPx / 2, height: (count / most) * heightPx }))
    .filter(({ height }) => height > 0)
    .map(({ x, height }) => `M${x} ${heightPx}v-${Math.max(leastPx, height).toFixed(1)}`);
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={inSentence({ counts, from, of }, most)}
      width={widthPx}
      height={heightPx}
    >
      <path className="sparkline-line" d={`M0 ${heightPx - 0.5}H${widthPx}`} />
      <path className="sparkline-bars" strokeWidth={barPx} d={bars.join("")} />
    </svg>
  );
}

/** `Requests: 1,204 in 30 days, most on Jan 31`. */
function inSentence({ counts, from, of }: SparklineProps, most: number): string {
  if (most === 0) return `${of}: none in ${counts.length} days`;
  const all = formatCount(counts.reduce((sum, count) => sum + count, 0));
  const busiest = new Date(Date.parse(from) + counts.indexOf(most) * dayMs).toISOString();
  return `${of}: ${all} in ${counts.length} days, most on ${formatDay(busiest)}`;
}
