import { afterAll, expect, test } from "bun:test";
import { streamLines } from "../../src/api/json-lines.ts";
import { startServer } from "../support/harness.ts";

const server = await startServer();
afterAll(() => server.stop());
const request = new Request("http://localhost/lines");

test("other work comes in between the lines of a reader that takes them at once", async () => {
  let turns = 0;
  let isDone = false;
  const countTurns = () => {
    turns += 1;
    if (!isDone) setImmediate(countTurns);
  };
  async function* lines() {
    for (let line = 0; line < 100; line += 1) {
      Bun.sleepSync(1);
      yield String(line);
    }
  }
  setImmediate(countTurns);
  const text = await streamLines(server.deps, request, lines(), () => {}, {}).text();
  isDone = true;
  expect(text.split("\n")).toHaveLength(101);
  expect(turns).toBeGreaterThan(2);
});

test("a server that stops breaks the lines off", async () => {
  const stopping = new AbortController();
  let made = 0;
  let isEnded = false;
  async function* lines() {
    for (; made < 100_000; made += 1) {
      Bun.sleepSync(1);
      yield String(made);
    }
  }
  const deps = { ...server.deps, stopping: stopping.signal };
  const end = () => {
    isEnded = true;
  };
  const response = streamLines(deps, request, lines(), end, {});
  setTimeout(() => stopping.abort());
  await expect(response.text()).rejects.toThrow("The server stops");
  expect(isEnded).toBe(true);
});
