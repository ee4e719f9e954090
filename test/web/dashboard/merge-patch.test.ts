import { describe, expect, test } from "bun:test";
import { changedOf, withChanges } from "../../../src/web/dashboard/merge-patch.ts";

const before = { name: "Ada", contact: { phone: "1", mail: null as string | null }, tags: ["a", "b"] };

describe("what was changed", () => {
  test("has only members that are other, however deep they are", () => {
    const after = { ...before, contact: { phone: "2", mail: null } };
    expect(changedOf(before, after)).toStrictEqual({ contact: { phone: "2" } } as never);
    expect(changedOf(before, structuredClone(before))).toStrictEqual({});
  });

  test("has lists as a whole, and null where there was something", () => {
    expect(changedOf(before, { ...before, tags: ["b", "a"] })).toStrictEqual({ tags: ["b", "a"] });
    const [full, empty] = [{ faults: { drop: true } as object | null }, { faults: null }];
    expect(changedOf(full, empty)).toStrictEqual({ faults: null });
    expect(changedOf(empty, full)).toStrictEqual(full);
  });

  test("is put onto what came meanwhile, of which it leaves the rest", () => {
    const newest = { name: "Grace", contact: { phone: "1", mail: "g@example.com" }, tags: [] as string[] };
    const typed = changedOf(before, { ...before, contact: { phone: "2", mail: null } });
    expect(withChanges(newest, typed)).toStrictEqual({
      ...newest,
      contact: { phone: "2", mail: "g@example.com" },
    });
  });
});
