import { expect, test } from "bun:test";
import { type Draft, draftFor, draftsOf, withDraft } from "../../../src/web/driver/draft.ts";

/** What was entered in a form and not sent. */

const draft = (sheet: Draft["sheet"], ...stopIds: string[]): Draft => ({
  sheet,
  stopIds,
  fields: {},
  pictures: [],
});

test("a draft is that of its form, also when a person has another parcel since", () => {
  const drafts = [draft("delivery", "a", "b"), draft("failure", "a")];
  expect(draftFor(drafts, "delivery", ["b", "c"])).toBe(drafts[0]);
  expect(draftFor(drafts, "failure", ["b"])).toBeUndefined();
  expect(draftFor(drafts, "pickup", ["a"])).toBeUndefined();
  const next = draft("delivery", "b", "c");
  expect(withDraft(drafts, next)).toEqual([draft("failure", "a"), next]);
});

test("it goes with the last of its stops, and the oldest of many goes first", () => {
  const drafts = [draft("delivery", "a", "b"), draft("failure", "b")];
  expect(draftsOf(drafts, (id) => id === "a")).toEqual([draft("delivery", "a")]);
  expect(draftsOf(drafts, () => false)).toEqual([]);
  const many = Array.from({ length: 12 }, (_, index) => draft("delivery", `${index}`));
  const kept = many.reduce<Draft[]>((all, one) => withDraft(all, one), []);
  expect(kept.map(({ stopIds }) => stopIds[0])).toEqual(many.slice(2).map(({ stopIds }) => stopIds[0]));
});
