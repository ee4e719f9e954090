import { expect, test } from "bun:test";
import { createFairQueue } from "../../../src/infra/waiting/fair-queue.ts";

function createNamed(perPartyMax: number, max: number) {
  const queue = createFairQueue(perPartyMax, max);
  const begun: string[] = [];
  return {
    add: (party: string, name: string) => queue.add(party, () => begun.push(name)),
    run() {
      for (let begin = queue.next(); begin; begin = queue.next()) begin();
      return begun;
    },
  };
}

test("parties take turns, each in its own order", () => {
  const { add, run } = createNamed(10, 100);
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) add(name.charAt(0), name);
  expect(run()).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("a later caller waits for one caller of each party", () => {
  const queue = createFairQueue(300, 300);
  const begun: string[] = [];
  for (let number = 0; number < 299; number += 1) queue.add("crowd", () => begun.push("crowd"));
  queue.next()?.();
  queue.add("stranger", () => begun.push("stranger"));
  for (let turns = 0; turns < 2; turns += 1) queue.next()?.();
  expect(begun).toEqual(["crowd", "crowd", "stranger"]);
});

test("a party has so much room, and all of them together", () => {
  const { add, run } = createNamed(2, 3);
  const added = [add("a", "a1"), add("a", "a2"), add("a", "a3"), add("b", "b1"), add("c", "c1")];
  expect(added).toEqual([true, true, false, true, false]);
  expect(run()).toEqual(["a1", "b1", "a2"]);
  expect(add("a", "a4")).toBe(true);
});
