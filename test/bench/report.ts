import Table from "cli-table3";
import { connectionsCount } from "./load.ts";
import type { Machine } from "./machine.ts";
import { type Finding, isMet } from "./scenario.ts";

const head = [
  "",
  "",
  "floor",
  "ratio",
  "target",
  "met",
  "p50 ms",
  "p99 ms",
  "stall ms",
  "memory MB",
  "µs each",
];
const right = head.map((_, column) => (column === 0 ? "left" : "right"));

/** The findings as a table, with what it takes to read it. */
export function toTable(findings: readonly Finding[], machine: Machine): string {
  const table = new Table({
    head,
    colAligns: right as ("left" | "right")[],
    style: { head: [], border: [], compact: true },
  });
  for (const finding of findings) table.push(toRow(finding));
  return `${table.toString()}\n${notes(findings, machine).join("\n")}`;
}

function toRow(finding: Finding): string[] {
  const { what, unit, value, floor, ratio, target, p50Ms, p99Ms, stallMs, memoryMegabytes, costMicros } =
    finding;
  const met = isMet(finding);
  return [
    `${what}, ${unit}`,
    shown(value),
    shown(floor),
    ratio?.toFixed(2) ?? "",
    target === undefined ? "" : "atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`,
    met === undefined ? "" : met ? "yes" : "NO",
    shown(p50Ms),
    shown(p99Ms),
    shown(stallMs),
    shown(memoryMegabytes),
    shown(costMicros),
  ];
}

function shown(value: number | undefined): string {
  if (value === undefined) return "";
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

function notes(findings: readonly Finding[], machine: Machine): string[] {
  const costs = findings.map(({ loadMicros }) => loadMicros).filter((cost) => cost !== undefined);
  return [
    `Waybill ${machine.version} (Bun ${machine.bun}), with --log-level error: no line for each request; ${connectionsCount} connections.`,
    `${machine.cores} cores of ${machine.processor}, ${machine.memory_megabytes} MB, ${machine.kernel}; ${machine.file_system} at ${machine.folder}.`,
    "Stall: the longest time in which nothing at all was answered. Memory: resident, right after.",
    "µs each: processor time of Waybill with all its threads. A busy machine changes it least.",
    ...(costs.length === 0
      ? []
      : [
          `The load shares the cores with what it measures; it takes ${shown(Math.min(...costs))} to ${shown(Math.max(...costs))} µs of processor time for each request.`,
        ]),
  ];
}
