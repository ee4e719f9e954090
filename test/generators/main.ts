/**
 * `bun run test:generators [name …]`: programs that other people's generators make of the OpenAPI document compile, and
 * take a shipment from its creation to its tracking. Installs the generators into a temporary folder, from the package
 * registries; needs Python, Java with Maven, Go and Node. Slow, and no part of `npm test`.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Table from "cli-table3";
import { startServer, type TestServer } from "../support/harness.ts";
import { clearProgress, showProgress } from "../support/progress.ts";
import { type Generator, generators } from "./generators.ts";

const wanted = process.argv.slice(2);
const chosen = generators.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
const folder = mkdtempSync(join(tmpdir(), "waybill-generators-"));
const server = await startServer({ config: { simulationSpeed: "instant" } });
const { sandboxKey } = await server.account();

interface Result {
  kilobytes: number;
  lines: number;
  warnings: number;
  /** To generate and to compile. */
  seconds: [number, number];
  /** The last line that the walk printed; undefined where there is none. */
  walked?: string;
}

const table = new Table({
  head: [
    "Generator",
    "Version",
    "Document",
    "kB",
    "Lines",
    "Warnings",
    "Generates, s",
    "Compiles, s",
    "Result",
  ],
  style: { head: [], border: [] },
});
let failures = 0;
for (const [index, generator] of chosen.entries()) {
  showProgress(index, chosen.length, generator.name);
  const row = [generator.name, generator.version, generator.query ?? "whole"];
  try {
    const { kilobytes, lines, warnings, seconds, walked } = await tryOut(generator, server);
    const told = seconds.map((each) => each.toFixed(1));
    table.push([...row, kilobytes, lines, warnings, ...told, walked ?? "compiles"]);
  } catch (error) {
    failures += 1;
    table.push([...row, "", "", "", "", "", "fails"]);
    clearProgress();
    console.error(`${row.join(" ")}: ${error instanceof Error ? error.message : error}`);
  }
}
clearProgress();
await server.stop();
rmSync(folder, { recursive: true, force: true });
console.log(String(table));
console.log(`${chosen.length - failures} passed, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);

async function tryOut(generator: Generator, { url }: TestServer): Promise<Result> {
  const { name, query = "" } = generator;
  const place = join(folder, `${name}${query}`.replace(/\W+/g, "-"));
  mkdirSync(place);
  const document = await (await fetch(`${url}/api/v1/openapi.json${query}`)).text();
  await Bun.write(join(place, "openapi.json"), document);
  for (const [file, content] of Object.entries(generator.files ?? {})) {
    await Bun.write(join(place, file), content);
  }
  for (const command of generator.install) await run(place, command, url);
  const began = performance.now();
  let said = "";
  for (const command of generator.generate) said += await run(place, command, url);
  const generated = performance.now();
  for (const command of generator.compile) await run(place, command, url);
  const compiled = performance.now();
  const walked = generator.walk && (await run(place, generator.walk, url)).trim().split("\n").at(-1);
  return {
    kilobytes: Math.round(document.length / 1000),
    lines: await countLines(place, generator.generated),
    warnings: said.split("\n").filter((line) => /^WARNING|\bWARN\b/.test(line)).length,
    seconds: [(generated - began) / 1000, (compiled - generated) / 1000],
    ...(walked === undefined ? {} : { walked }),
  };
}

/** What it says. @throws Error with it, where the command fails */
async function run(cwd: string, command: string[], url: string): Promise<string> {
  const env = { ...process.env, GOBIN: join(cwd, "tools"), WAYBILL_URL: url, WAYBILL_API_KEY: sandboxKey };
  const child = Bun.spawn(command, { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode === 0) return stdout + stderr;
  throw new Error(`${command.join(" ")} ended with ${exitCode}\n${(stdout + stderr).slice(-4000)}`);
}

async function countLines(place: string, pattern: string): Promise<number> {
  let lines = 0;
  for await (const file of new Bun.Glob(pattern).scan(place)) {
    lines += (await Bun.file(join(place, file)).text()).split("\n").length - 1;
  }
  return lines;
}
