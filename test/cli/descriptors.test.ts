import { expect, mock, test } from "bun:test";
import { existsSync } from "node:fs";
import { warnOfFewDescriptors } from "../../src/cli/descriptors.ts";

/** As Linux writes it. */
const limits = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max open files            ${soft.padEnd(20)} 1048576              files
Max locked memory         8388608              8388608              bytes
`;

function warnings(text: string) {
  const warn = mock();
  warnOfFewDescriptors({ warn }, text);
  return warn.mock.calls.map(([fields]) => fields);
}

test("few descriptors are warned of, with how many there are and should be", () => {
  for (const few of [256, 1_024, 4_095]) {
    expect(warnings(limits(String(few)))).toEqual([{ open_files_max: few, wanted: 4_096 }]);
  }
});

test("enough of them are not, nor a system that does not say", () => {
  for (const text of [limits("4096"), limits("65536"), limits("unlimited"), ""]) {
    expect(warnings(text)).toEqual([]);
  }
});

test("those of a process are found where the system tells them", async () => {
  const module = JSON.stringify(Bun.fileURLToPath(new URL("../../src/cli/descriptors.ts", import.meta.url)));
  const script = `
    const { warnOfFewDescriptors } = await import(${module});
    warnOfFewDescriptors({ warn: ({ open_files_max }) => console.log(open_files_max) });`;
  const limited = Bun.spawn(["sh", "-c", 'ulimit -n 1024 && exec "$0" -e "$1"', process.execPath, script], {
    stdout: "pipe",
  });
  const told = await new Response(limited.stdout).text();
  expect(told).toBe(existsSync("/proc/self/limits") ? "1024\n" : "");
});
