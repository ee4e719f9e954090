import type { Point } from "./load.ts";

/** What a scenario gets. */
export interface Bench {
  /** An empty folder on the disk that is measured. */
  folder(name: string): string;
  /** How many of something: fewer with `--quick`. */
  count(full: number): number;
  /** How often the two are measured in turn. */
  rounds: number;
  /** Shows how far it is. */
  say(text: string): void;
  /** Draws `<name>.svg`. */
  draw(name: string, chart: Chart): void;
}

export interface Scenario {
  name: string;
  help: string;
  run(bench: Bench): Promise<Finding[]>;
}

/** One line of the table. */
export interface Finding {
  what: string;
  unit: "per second" | "ms" | "kB" | "MB" | "times";
  value: number;
  /** The value of the floor; `ratio` is the share of it that was reached. */
  floor?: number;
  ratio?: number;
  target?: Target;
  p50Ms?: number;
  p99Ms?: number;
  stallMs?: number;
  memoryMegabytes?: number;
  /** Processor time of Waybill for each, in µs: it says the same on a busy machine. */
  costMicros?: number;
  /** Processor time that the load took for each, in µs. */
  loadMicros?: number;
}

/** Of the ratio where there is a floor, else of the value. */
export type Target = { atLeast: number } | { atMost: number };

export interface Chart {
  title: string;
  xLabel: string;
  yLabel: string;
  lines: { name: string; points: Point[] }[];
}

/** Undefined where nothing is aimed at. */
export function isMet({ value, ratio, target }: Finding): boolean | undefined {
  if (target === undefined) return undefined;
  const reached = ratio ?? value;
  return "atLeast" in target ? reached >= target.atLeast : reached <= target.atMost;
}
