/** What the test runner reports: how many tests passed, which were left out and why, what each file cost. */
import { existsSync, readFileSync } from "node:fs";
import { markOf, type RequirementName, requirementNames, requirements } from "../support/requirements.ts";
import type { Cost } from "./costs.ts";
import { budgetSeconds } from "./files.ts";

export interface Tally {
  passed: number;
  failed: number;
}

/** How many tests each missing requirement left out; of the browser, how many files. */
export type LeftOut = Map<RequirementName, number>;

/** Counts the tests of a report in JUnit's format, and adds to `leftOut` those that were skipped for a requirement. */
export function countTests(xml: string, leftOut: LeftOut): Tally {
  const [summary = ""] = /<testsuites [^>]*>/.exec(xml) ?? [];
  const read = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(summary)?.[1] ?? 0);
  const explained = countLeftOut(xml, leftOut);
  const failed = read("failures") + read("skipped") - explained;
  return { passed: read("tests") - failed - explained, failed };
}

/** @returns how many tests were skipped for a requirement */
function countLeftOut(xml: string, leftOut: LeftOut): number {
  let count = 0;
  for (const [test] of xml.matchAll(/<testcase [^>]*>\s*<skipped/g)) {
    const name = requirementNames.find((one) => test.includes(markOf(one)));
    if (name === undefined) continue;
    leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
    count += 1;
  }
  return count;
}

/** "12 tests with Litestream: install Litestream" */
export function describeLeftOut(name: RequirementName, count: number): string {
  const { tests, remedy } = requirements[name];
  const unit = name === "chromium" ? "files of tests" : count === 1 ? "test" : "tests";
  return `${count} ${unit} ${tests}: ${remedy}`;
}

/** The files that took more processor time than files of their kind may, the dearest first. */
export function listOverBudget(costsFile: string): string[] {
  return readCosts(costsFile)
    .filter(({ file, seconds }) => seconds > budgetSeconds(file))
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ file, seconds }) => `${file}: ${seconds.toFixed(1)} s of processor, of ${budgetSeconds(file)}`);
}

function readCosts(path: string): Cost[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}
