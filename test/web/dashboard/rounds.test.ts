import { expect, test } from "bun:test";
import { createRounds } from "../../../src/web/dashboard/rounds.ts";

const windowMs = 5;

/** Resolves when a round that was asked for later, and had to wait as long, has begun. */
async function untilQuiet(): Promise<void> {
  const later = Promise.withResolvers<void>();
  const rounds = createRounds<number>({ run: ([number]) => number === 2 && later.resolve(), windowMs });
  for (const number of [1, 2]) rounds.ask(number);
  await later.promise;
}

test("the first is done at once, and what is asked for meanwhile together", async () => {
  const done: (readonly number[])[] = [];
  const rounds = createRounds<number>({ run: (things) => done.push(things), windowMs });
  for (let number = 1; number <= 4; number += 1) rounds.ask(number);
  expect(done).toEqual([[1]]);
  await untilQuiet();
  expect(done).toEqual([[1], [2, 3, 4]]);
});

test("none begins before the last one is over", async () => {
  const first = Promise.withResolvers<void>();
  const done: (readonly string[])[] = [];
  const rounds = createRounds<string>({
    run: (things) => {
      done.push(things);
      return first.promise;
    },
    windowMs,
  });
  rounds.ask("slow");
  rounds.ask("next");
  await untilQuiet();
  expect(done).toEqual([["slow"]]);
  first.resolve();
  await untilQuiet();
  expect(done).toEqual([["slow"], ["next"]]);
});

test("one that starts with an open window waits for its end, and an ended one does nothing", async () => {
  const done: (readonly string[])[] = [];
  const begun = () =>
    createRounds<string>({ run: (things) => done.push(things), windowMs, startsOpen: true });
  const [kept, ended] = [begun(), begun()];
  kept.ask("kept");
  ended.ask("ended");
  expect(done).toEqual([]);
  ended.end();
  await untilQuiet();
  expect(done).toEqual([["kept"]]);
});
