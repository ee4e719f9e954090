import { Group, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { memo, type PointerEvent, useState } from "react";
import { formatCount, formatShortCount } from "../format.ts";
import type { Tone } from "../theme.ts";

/** Stacked bars. A chart library would be larger than the page. */

export interface Series {
  label: string;
  tone: Tone;
}

export interface Bar {
  /** Of the time that it counts, below it. */
  label: string;
  /** A count for each series, from the bottom. */
  counts: readonly number[];
}

interface BarsProps {
  bars: readonly Bar[];
  series: readonly Series[];
  heightPx: number;
}

const axisPx = 44;
const labelPx = 22;
const topPx = 8;
const barPxMax = 28;
/** A bar's part of its place. */
const share = 0.8;
/** Between two labels below the bars: half of one more than they take, since the last one may move to the left. */
const labelGapPx = 72;
/** A character of a label is at most so wide. */
const characterPx = 7.5;
const tipPx = 150;
const linesMax = 4;
const roundSteps = [1, 2, 5, 10];

export const Bars = memo(function Bars({ bars, series, heightPx }: BarsProps) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const innerPx = Math.max(0, width - axisPx);
  const placePx = innerPx / Math.max(1, bars.length);
  const bottom = heightPx - labelPx;
  const most = Math.max(1, ...bars.map(({ counts }) => sumOf(counts)));
  const step = stepOf(most);
  const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
  const top = ticks.at(-1) ?? most;
  const yOf = (count: number) => bottom - (count / top) * (bottom - topPx);
  const every = Math.max(1, Math.ceil(labelGapPx / placePx));
  const barPx = Math.min(barPxMax, placePx * share);
  const point = ({ nativeEvent: { offsetX } }: PointerEvent) => {
    const index = Math.floor((offsetX - axisPx) / placePx);
    setPointed(index >= 0 && index < bars.length ? index : undefined);
  };
  const bar = pointed === undefined ? undefined : bars[pointed];
  return (
    <div ref={ref} className="bars" style={{ height: heightPx }}>
      {width > 0 && (
        // Only where a pointer moves: where the page opens under one at rest, nobody asks for figures.
        <svg
          aria-hidden="true"
          width={width}
          height={heightPx}
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="bars-line" x1={axisPx} x2={width} y1={yOf(tick)} y2={yOf(tick)} />
              <text x={axisPx - 8} y={yOf(tick)} dy="0.32em" textAnchor="end">
                {formatShortCount(tick)}
              </text>
            </g>
          ))}
          {pointed !== undefined && (
            <rect
              className="bars-pointed"
              x={axisPx + pointed * placePx}
              y={topPx}
              width={placePx}
              height={bottom - topPx}
            />
          )}
          {bars.map(({ label, counts }, index) => {
            const x = axisPx + index * placePx + (placePx - barPx) / 2;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: hours of two days have one label
              <g key={index}>
                {counts.map((count, which) => {
                  const below = sumOf(counts.slice(0, which));
                  const tone = series[which]?.tone;
                  if (count === 0 || tone === undefined) return null;
                  const y = yOf(below + count);
                  return (
                    <rect
                      key={tone}
                      x={x}
                      y={y}
                      width={barPx}
                      height={yOf(below) - y}
                      fill={`var(--${tone}-fill)`}
                    />
                  );
                })}
                {index % every === 0 && (
                  // The last may be wider than its place: it stays inside.
                  <text
                    x={Math.min(x + barPx / 2, width - (label.length * characterPx) / 2)}
                    y={heightPx - 6}
                    textAnchor="middle"
                  >
                    {label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
      {bar && pointed !== undefined && (
        <div
          className="bars-tip"
          style={{
            left: Math.max(0, Math.min(width - tipPx, axisPx + (pointed + 1) * placePx)),
            width: tipPx,
          }}
        >
          <Text size="xs" fw={600}>
            {bar.label}
          </Text>
          {series.map(({ label, tone }, which) => (
            <Group key={tone} gap={6} wrap="nowrap">
              <span className="chart-mark" data-tone={tone} />
              <Text size="xs" flex={1}>
                {label}
              </Text>
              <Text size="xs">{formatCount(bar.counts[which] ?? 0)}</Text>
            </Group>
          ))}
        </div>
      )}
    </div>
  );
});

/** The colors of the series with what each counted. */
export function Legend({ bars, series }: Pick<BarsProps, "bars" | "series">) {
  return (
    <Group gap="4px 16px" mb="sm">
      {series.map(({ label, tone }, which) => (
        <Group key={tone} gap={6} wrap="nowrap">
          <span className="chart-mark" data-tone={tone} />
          <Text size="xs" c="dimmed">
            {label}: {formatCount(sumOf(bars.map(({ counts }) => counts[which] ?? 0)))}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A round whole number, of which at most four reach `most`. */
function stepOf(most: number): number {
  const least = Math.max(1, most / linesMax);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = roundSteps.map((round) => round * power).find((each) => each >= least);
  return step ?? power * 10;
}
