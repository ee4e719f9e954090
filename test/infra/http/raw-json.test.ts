import { expect, test } from "bun:test";
import fc from "fast-check";
import { cacheJson, rawJson, splicedJson, toJson } from "../../../src/infra/http/raw-json.ts";

test("a page of stored JSON has the bytes that are stored, and all members of a page", () => {
  const stored = ['{"id":"evt_1", "data":{"note":"€ \\u20ac \\" ]"}}', '{"id":"evt_2","data":{}}'];
  const page = { data: stored.map((text) => rawJson<object>(text)), has_more: true, next_cursor: "a" };
  expect(toJson(page)).toBe(`{"data":[${stored.join()}],"has_more":true,"next_cursor":"a"}`);
  expect(toJson({ ...page, data: page.data.slice(1), has_more: false, next_cursor: null })).toBe(
    '{"data":[{"id":"evt_2","data":{}}],"has_more":false,"next_cursor":null}',
  );
  expect(JSON.parse(JSON.stringify(page))).toEqual(JSON.parse(toJson(page) ?? ""));
});

test("everything else is written as JSON.stringify does", () => {
  for (const value of [
    { data: [], has_more: false, next_cursor: null },
    { data: [{ id: 1 }], has_more: false },
    { data: [null] },
    { data: "text" },
    { id: 1, none: undefined },
    [1],
    "text",
    null,
    undefined,
  ]) {
    expect(toJson(value)).toBe(JSON.stringify(value));
  }
});

test("JSON that is kept of an object is the same wherever it is put, also in an object around it", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (kept, other) => {
      const around = { before: other, none: undefined, kept, 'a "name"': 1 };
      const text = JSON.stringify(kept);
      const textAround = JSON.stringify(around);
      expect(splicedJson(around)).toBe(textAround);
      expect(cacheJson(kept)).toBe(text);
      expect(toJson(kept)).toBe(text);
      expect(splicedJson(around)).toBe(textAround);
    }),
  );
});
