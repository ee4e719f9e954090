import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dearFiles, listTestFiles, longestFirst, timingsOf } from "./files.ts";
import { countTests, type LeftOut, listOverBudget } from "./report.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-report-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const report = (skipped: number, cases: string) =>
  `<?xml?><testsuites name="bun test" tests="9" assertions="20" failures="2" skipped="${skipped}" time="1">${cases}</testsuites>`;

test("a test that is skipped without a requirement fails, one with a requirement is left out", () => {
  const leftOut: LeftOut = new Map();
  const cases = `<testcase name="copies [needs litestream]" time="0"><skipped /></testcase><testcase name="later"><skipped />`;
  expect(countTests(report(2, cases), leftOut)).toEqual({ passed: 5, failed: 3 });
  expect([...leftOut]).toEqual([["litestream", 1]]);
  expect(countTests("", leftOut)).toEqual({ passed: 0, failed: 0 });
});

test("files that take more processor time than files of their kind may are named, the dearest first", () => {
  const costs = join(folder, "costs.jsonl");
  const lines = [
    { file: "test/api/body.test.ts", seconds: 7.04 },
    { file: "test/api/text.test.ts", seconds: 6 },
    { file: "test/fuzz.test.ts", seconds: 59 },
    { file: "test/slow/crash.test.ts", seconds: 61 },
  ];
  writeFileSync(costs, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(listOverBudget(costs)).toEqual([
    "test/slow/crash.test.ts: 61.0 s of processor, of 60",
    "test/api/body.test.ts: 7.0 s of processor, of 6",
  ]);
  expect(listOverBudget(join(folder, "none"))).toEqual([]);
});

test("every test file belongs to one kind, and those that take longest begin first", async () => {
  const { quick, long, browser } = await listTestFiles();
  const all = [...quick, ...long, ...browser];
  expect(all.toSorted()).toEqual([...new Bun.Glob("test/**/*.test.{ts,tsx}").scanSync(".")].sort());
  const timings = timingsOf(all);
  const msOf = (file: string) => timings[file] ?? Number.NaN;
  const [longest] = all.toSorted((one, other) => msOf(other) - msOf(one));
  expect(longest).toBe("test/browser/pages.test.ts");
  expect(Math.max(...quick.map(msOf))).toBeLessThan(Math.min(...[...long, ...browser].map(msOf)));
});

test("the lists name files that exist", async () => {
  const { long, browser } = await listTestFiles();
  expect(dearFiles.filter((file) => !long.includes(file))).toEqual([]);
  expect(longestFirst.filter((file) => ![...long, ...browser].includes(file))).toEqual([]);
});
