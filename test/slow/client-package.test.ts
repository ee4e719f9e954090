import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { finish } from "../support/child.ts";
import { startServer, type TestServer } from "../support/harness.ts";

/** What npm would publish, tried by somebody who has nothing but that: TypeScript 5, and Node. */
const client = join(import.meta.dir, "../../client");
const samples = join(client, "dist/samples");
const compiler = join(client, "node_modules/.bin/tsc");
/** Of two compilations. */
const timeoutMs = 180_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  rmSync(join(client, "dist"), { recursive: true, force: true });
});
afterAll(async () => {
  rmSync(samples, { recursive: true, force: true });
  await server.stop();
});

/** What it says; fails with it where the command fails. */
async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: client, stdout: "pipe", stderr: "pipe" });
  const { exitCode, stdout, stderr } = await finish(child);
  if (exitCode !== 0) throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

test(
  "the samples of its README fit the built package's types, and do in Node what they say",
  async () => {
    await run(compiler, "--project", "tsconfig.json");
    const { sandboxKey } = await server.account();
    const readme = await Bun.file(join(client, "README.md")).text();
    const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block);
    expect(blocks.length).toBeGreaterThan(3);
    const sample = blocks
      .join("\n")
      .replace("https://waybill.example.com", server.url)
      .replace("wb_sandbox_…", sandboxKey);
    mkdirSync(samples, { recursive: true });
    await Bun.write(join(samples, "readme.ts"), sample);
    const strict = ["--strict", "--module", "nodenext", "--target", "es2022", "--exactOptionalPropertyTypes"];
    // Of this repository's other types it needs none but Node's.
    await run(compiler, ...strict, "--types", "node", join(samples, "readme.ts"));
    const said = await run("node", join(samples, "readme.js"));
    expect(said).toMatch(/^.+ of 3 carriers, http:.*\/t\//);
  },
  timeoutMs,
);
