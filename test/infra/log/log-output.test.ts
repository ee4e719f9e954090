import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { logOutput } from "../../../src/infra/log/log-output.ts";
import { eventually } from "../../support/harness.ts";
import { temporaryFolder } from "../db/support.ts";

/** More than a pipe holds, and than what waits for it. */
const linesTooMany = 1_200;
const line = `{"msg":"${"x".repeat(990)}"}\n`;
const bufferBytes = 64 * 1024;

let folder: ReturnType<typeof temporaryFolder>;
/** Both ends of a pipe that never blocks: full, it answers EAGAIN. */
let pipe: number;
beforeEach(() => {
  folder = temporaryFolder();
  const path = join(folder.path, "pipe");
  execFileSync("mkfifo", [path]);
  pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
});
afterEach(() => {
  closeSync(pipe);
  folder[Symbol.dispose]();
});

/** What is in the pipe now. */
function taken(): string {
  const buffer = Buffer.alloc(bufferBytes);
  let text = "";
  try {
    for (;;) text += buffer.toString("utf8", 0, readSync(pipe, buffer));
  } catch (error) {
    expect(error).toMatchObject({ code: "EAGAIN" });
  }
  return text;
}

describe("a pipe that is full", () => {
  test("gets the waiting lines once there is room, in order and without a gap", async () => {
    const output = logOutput(pipe, () => 0);
    let written = "";
    for (let number = 0; number < 500; number += 1) {
      const numbered = `${number}${line}`;
      output.write(numbered);
      written += numbered;
    }
    let text = "";
    await eventually("all lines", () => {
      text += taken();
      return text.length >= written.length || undefined;
    });
    expect(text === written).toBe(true);
    expect(output.dropped()).toBe(0);
  });

  test("gets the number of dropped lines, on a separate line", () => {
    const output = logOutput(pipe, () => 0);
    for (let number = 0; number < linesTooMany; number += 1) output.write(line);
    const dropped = output.dropped();
    expect(dropped).toBeGreaterThan(0);
    let text = taken();
    output.write('{"msg":"next"}\n');
    text += taken();
    const lines = text.trimEnd().split("\n");
    expect(lines.slice(-2).map((entry) => JSON.parse(entry))).toEqual([
      {
        level: 40,
        time: "1970-01-01T00:00:00.000Z",
        dropped,
        reason: "EAGAIN",
        msg: `${dropped} log lines were dropped`,
      },
      { msg: "next" },
    ]);
    expect(output.dropped()).toBe(dropped);
    output.write('{"msg":"last"}\n');
    expect(taken()).toBe('{"msg":"last"}\n');
  });
});

test("lines for a full disk are counted", () => {
  const full = openSync("/dev/full", "w");
  const output = logOutput(full, () => 0);
  output.write(line + line);
  output.write(line);
  closeSync(full);
  expect(output.dropped()).toBe(3);
});
