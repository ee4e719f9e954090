import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mayMove, nextStatuses } from "../../../src/delivery/lifecycle/state/status.ts";
import { statuses } from "../../../src/delivery/model/model.ts";
import { drawings, type Guide, readGuides } from "../../../src/web/docs/guides.ts";
import { finish } from "../../support/child.ts";
import { createShipment } from "../../support/fixtures.ts";
import { commandsIn, wholeGuides } from "../../support/guide-code.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";

/** Guides whose commands build on each other run as a reader pastes them, and print what they say. */

let server: TestServer;
let account: TestAccount;
let guides: Guide[];
let folder: string;
beforeAll(async () => {
  // `--ephemeral` makes such a key for itself.
  const secretKey = new Uint8Array(32);
  server = await startServer({ config: { ephemeral: true, testClock: true, secretKey } });
  account = await server.account();
  // A guide reads the latest live shipment.
  await createShipment(account.live);
  guides = await readGuides(server.url);
  folder = mkdtempSync(join(tmpdir(), "waybill-guide-"));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const credentials = () => ({
  WAYBILL_API_KEY: account.sandboxKey,
  LIVE_KEY: account.liveKey,
  EMAIL: account.email,
  PASSWORD: account.password,
});

const textOf = (name: string) => guides.find((guide) => guide.name === name)?.text ?? "";
const blocksOf = (text: string) => commandsIn(text, "bash");

/** The functions that stand before the recipes of a guide, for guides that use them too. */
const functionsOf = (name: string) => blocksOf(textOf(name).split(/^## /m)[0] ?? "");

test.each(wholeGuides)("%s: every command runs, and prints what its comment says", async (name) => {
  const isOfTesting = name.startsWith("testing-");
  const blocks = [...(isOfTesting ? functionsOf("testing") : []), ...blocksOf(textOf(name))];
  // A server that does not end; its flags are checked with those of all guides.
  const script = blocks.filter((code) => !code.startsWith("waybill serve")).join("\n");
  const promised = [...script.matchAll(/# → (.+)$/gm)].map(([, line]) => line);
  expect(promised.length).toBeGreaterThan(0);
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", script], {
    cwd: folder,
    env: { ...process.env, ...credentials() },
    stdout: "pipe",
    stderr: "pipe",
  });
  const { exitCode, stdout, stderr } = await finish(child);
  expect([exitCode, stderr]).toEqual([0, ""]);
  const printed = stdout.trimEnd().split("\n");
  // Other commands print too: what is promised comes in its order between their lines.
  let from = 0;
  for (const line of promised) {
    const at = printed.indexOf(line ?? "", from);
    expect([line, at === -1 ? printed.slice(from, from + 3) : "printed"]).toEqual([line, "printed"]);
    from = at + 1;
  }
});

test("webhooks: the program that polls loses nothing, however often it ends and the API fails", async () => {
  const reader = await server.account();
  const { sandbox } = reader;
  const [, code = ""] = /```typescript\n(\/\/ poll\.mts[\s\S]*?)```/.exec(textOf("webhooks")) ?? [];
  const cwd = mkdtempSync(join(folder, "poll-"));
  // Small pages, so that more has happened than one of them holds.
  expect(code).toContain('limit: "100"');
  await Bun.write(join(cwd, "poll.mts"), code.replace('limit: "100"', 'limit: "2"'));
  const env = { ...process.env, WAYBILL_URL: server.url, WAYBILL_API_KEY: reader.sandboxKey };
  const poll = () =>
    Bun.spawn([process.execPath, "poll.mts"], { cwd, env, stdout: "ignore", stderr: "ignore" });
  const handled = async (): Promise<string[]> => {
    const file = Bun.file(join(cwd, "events.jsonl"));
    const lines = (await file.exists()) ? (await file.text()).split("\n").filter(Boolean) : [];
    return lines.map((line) => JSON.parse(line).id);
  };
  const happen = async () => {
    for (let count = 0; count < 3; count += 1) await createShipment(sandbox);
  };
  const newest = async () => (await sandbox.get("/api/v1/platform/events?limit=1")).body.data[0].id;

  for (const fault of [
    undefined,
    { hang_up: "before" },
    { cut: true },
    { status: 503, retry_after_seconds: 0 },
  ]) {
    // What came while nobody read, and while somebody reads.
    await happen();
    const missed = await newest();
    if (fault) {
      const rules = [{ operation: "listEvents", times: 1, ...fault }];
      await sandbox.put("/api/v1/platform/sandbox/faults", { rules });
    }
    const child = poll();
    try {
      await eventually("what nobody read", async () => (await handled()).includes(missed));
      await happen();
      const last = await newest();
      await eventually("the last event handled", async () => (await handled()).includes(last));
    } finally {
      child.kill("SIGKILL");
      await child.exited;
    }
  }
  const whole: { id: string }[] = [];
  for (let next: string | undefined = "/api/v1/platform/events?limit=100"; next; ) {
    const answer: Answer = await sandbox.get(next);
    whole.push(...answer.body.data);
    next = /^<([^>]+)>/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  const ids = whole.map(({ id }) => id).toReversed();
  const seen = await handled();
  expect(ids.length).toBeGreaterThan(24);
  // The last one may come again after an end.
  expect(seen.filter((id, index) => id !== seen[index - 1])).toEqual(ids.slice(0, new Set(seen).size));
  expect(new Set(seen).size).toBeGreaterThanOrEqual(24);
});

test("the drawing of states has every state, and every move with who makes it", async () => {
  const drawing = await Bun.file(drawings["shipment-life.svg"] ?? "").text();
  for (const status of statuses) expect(drawing).toContain(`>${status}</text>`);
  const drawn = [...drawing.matchAll(/<g class="(\w+)" data-moves="([^"]+)">/g)].flatMap(
    ([, who, moves = ""]) => moves.split(" ").map((move) => ({ who, move })),
  );
  const moves = statuses.flatMap((from) =>
    nextStatuses(from).map((to) => ({ from, to, move: `${from}>${to}` })),
  );
  expect(drawn.map(({ move }) => move).toSorted()).toEqual(moves.map(({ move }) => move).toSorted());
  for (const { who, move } of drawn) {
    const { from, to } = moves.find((entry) => entry.move === move) ?? { from: "created", to: "created" };
    const mayAll = (["client", "carrier", "system"] as const).filter((actor) => mayMove(from, to, actor));
    if (who === "anybody") expect(mayAll.length).toBeGreaterThan(1);
    else expect(mayAll.map(String)).toContain(String(who));
  }
  const { text, headers } = await server.client().get("/docs/guides/shipment-life.svg");
  expect([text, headers.get("content-type")]).toEqual([drawing, "image/svg+xml"]);
});
