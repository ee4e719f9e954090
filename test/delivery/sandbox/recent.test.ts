import { expect, test } from "bun:test";
import { createRecentCache } from "../../../src/delivery/sandbox/recent.ts";

test("what was used last stays in memory, up to a size, and the newest whatever its size", () => {
  const made: string[] = [];
  const recent = createRecentCache<string>(10, ({ length }) => length);
  const take = (key: string, size = 4) =>
    recent.take(key, () => {
      made.push(key);
      return key.repeat(size);
    });
  take("a");
  take("b");
  expect(take("a")).toBe("aaaa");
  // The third goes over the size: b was used before a.
  take("c");
  take("a");
  expect(made).toEqual(["a", "b", "c"]);
  take("b");
  expect(made).toEqual(["a", "b", "c", "b"]);
  take("d", 20);
  take("d", 20);
  expect(made.slice(4)).toEqual(["d"]);
  take("a");
  take("d", 20);
  expect(made.slice(5)).toEqual(["a", "d"]);
});
