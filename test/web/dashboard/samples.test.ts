import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Webhook } from "standardwebhooks";
import { samplesFor, secretVariable } from "../../../src/web/dashboard/pages/webhooks/samples.ts";
import { freePort } from "../../support/free-port.ts";
import { eventually } from "../../support/harness.ts";
import { testWith } from "../../support/test-with.ts";

/** Runs every program that the dashboard shows, and sends it what it must tell apart. */

const path = "/shop/orders";
const samples = samplesFor(`https://shop.example.com${path}?from=waybill`);
const secret = `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
const other = `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "shipment.delivered", data: { note: "Grüße, 東京" } });

/** How a program is run here, on a port where it says none itself. */
const runners: Record<string, (file: string, port: number) => string[]> = {
  JavaScript: (file) => [process.execPath, file],
  Python: (file) => ["python3", file],
  Go: (file) => [built(file)],
  Ruby: (file) => ["ruby", file],
  PHP: (file, port) => ["php", "-S", `127.0.0.1:${port}`, file],
};
const endings: Record<string, string> = { JavaScript: "mjs", Python: "py", Go: "go", Ruby: "rb", PHP: "php" };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-samples-"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As Waybill sends it, with a signature for each secret. */
function signed(secrets: string[], at = new Date()): Record<string, string> {
  return {
    "content-type": "application/json",
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((one) => new Webhook(one).sign("evt_1", at, body)).join(" "),
  };
}

/** `go run` would start another program, which outlives it. */
function built(file: string): string {
  const program = file.replace(/\.go$/, "");
  const { exitCode, stderr } = Bun.spawnSync(["go", "build", "-o", program, file]);
  if (exitCode !== 0) throw new Error(stderr.toString());
  return program;
}

test("there are five languages", () => {
  expect(samples.map(({ language }) => language)).toEqual(Object.keys(runners));
});

const title = (language: string) => `a receiver in ${language} takes what is genuine, and nothing else`;

test(title("JavaScript"), () => checkReceiver("JavaScript"));
for (const language of ["Python", "Go", "Ruby", "PHP"] as const) {
  testWith(language, title(language), () => checkReceiver(language));
}

async function checkReceiver(language: string): Promise<void> {
  const code = samples.find((sample) => sample.language === language)?.code ?? "";
  const port = freePort();
  const file = join(folder, `receiver.${endings[language]}`);
  writeFileSync(file, code.replace("9000", String(port)));
  const program = Bun.spawn(runners[language]?.(file, port) ?? [], {
    cwd: folder,
    env: { ...process.env, [secretVariable]: secret },
    stdout: "ignore",
    stderr: "ignore",
  });
  const send = async (headers: Record<string, string>, sent = body) =>
    (await fetch(`http://127.0.0.1:${port}${path}?from=waybill`, { method: "POST", headers, body: sent }))
      .status;
  try {
    await eventually("an open port", () => canConnect(port));
    const minute = 60_000;
    expect(await send(signed([secret]))).toBe(204);
    expect(await send(signed([other, secret]))).toBe(204);
    expect(await send(signed([other]))).toBe(400);
    expect(await send(signed([secret]), `${body} `)).toBe(400);
    expect(await send(signed([secret], new Date(Date.now() - 6 * minute)))).toBe(400);
    expect(await send(signed([secret], new Date(Date.now() + 6 * minute)))).toBe(400);
    expect(await send({})).toBe(400);
  } finally {
    program.kill();
    await program.exited;
  }
}

async function canConnect(port: number): Promise<true | undefined> {
  const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).catch(
    () => undefined,
  );
  socket?.end();
  return socket && true;
}
