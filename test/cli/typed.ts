import { spyOn } from "bun:test";
import { runCli } from "../../src/cli/program.ts";
import type { Finished } from "../support/child.ts";

/** Runs a command line in this process, with what it says caught: for what ends before it opens anything. */
export async function typed(args: readonly string[]): Promise<Finished> {
  const said = { stdout: "", stderr: "" };
  const line =
    (stream: keyof typeof said) =>
    (...texts: unknown[]) => {
      said[stream] += `${texts.join(" ")}\n`;
    };
  const piece = (stream: keyof typeof said) => (text: unknown, done?: unknown) => {
    said[stream] += String(text);
    if (typeof done === "function") done();
    return true;
  };
  const spies = [
    spyOn(console, "log").mockImplementation(line("stdout")),
    spyOn(console, "error").mockImplementation(line("stderr")),
    spyOn(process.stdout, "write").mockImplementation(piece("stdout")),
    spyOn(process.stderr, "write").mockImplementation(piece("stderr")),
  ];
  try {
    return { exitCode: await runCli(args), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
