import type { Picture } from "./queue.ts";

/** What was entered in a form and not sent, so that a closed form loses nothing. Pure. */

/** Older ones go: their pictures take room. */
const draftsMax = 10;

export type Sheet = "delivery" | "failure" | "later" | "pickup";

export interface Draft {
  sheet: Sheet;
  /** The stops that the form is about: a person may get several parcels. */
  stopIds: readonly string[];
  fields: object;
  /** Their bytes stand with those of taps. */
  pictures: readonly Picture[];
}

/** The draft of a form; one of fewer parcels holds for more of them. */
export function draftFor(
  drafts: readonly Draft[],
  sheet: Sheet,
  stopIds: readonly string[],
): Draft | undefined {
  return drafts.find((draft) => draft.sheet === sheet && draft.stopIds.some((id) => stopIds.includes(id)));
}

/** With this draft in place of the same form's. The last ones stay. */
export function withDraft(drafts: readonly Draft[], draft: Draft): Draft[] {
  const former = draftFor(drafts, draft.sheet, draft.stopIds);
  return [...drafts.filter((other) => other !== former), draft].slice(-draftsMax);
}

/** A draft goes with the last of its stops. */
export function draftsOf(drafts: readonly Draft[], isOpen: (stopId: string) => boolean): Draft[] {
  return drafts.flatMap((draft) => {
    const stopIds = draft.stopIds.filter(isOpen);
    return stopIds.length > 0 ? [{ ...draft, stopIds }] : [];
  });
}
