import { useState } from "preact/hooks";
import { draftFor, type Sheet } from "../draft.ts";
import { currentState, saveDraft } from "../model.ts";
import type { Picture } from "../queue.ts";
import type { NewPicture } from "../taps.ts";

export interface Form<Fields> {
  fields: Fields;
  pictures: readonly NewPicture[];
}

interface Draft<Fields> extends Form<Fields> {
  enter(part: Partial<Fields>): void;
  /** Shows these in place of the other pictures of their use. */
  show(use: Picture["use"], shown: readonly NewPicture[]): void;
}

/**
 * What a form holds: its draft, or else `first`. Each change is kept on the phone, until the step is done or its stops are
 * gone.
 */
export function useDraft<Fields extends object>(
  sheet: Sheet,
  stopIds: readonly string[],
  first: () => Form<Fields>,
): Draft<Fields> {
  const [, draw] = useState(0);
  // What was entered last counts: a photo takes its time.
  const [form] = useState(() => ({ current: draftOf(sheet, stopIds, first) }));
  function change(part: Partial<Form<Fields>>) {
    const known = new Set(form.current.pictures.map(({ picture }) => picture.id));
    form.current = { ...form.current, ...part };
    draw((count) => count + 1);
    const { fields, pictures } = form.current;
    const added = pictures.filter(({ picture }) => !known.has(picture.id));
    void saveDraft(
      { sheet, stopIds, fields, pictures: pictures.map(({ picture }) => picture) },
      new Map(added.flatMap(({ picture, bytes }) => (bytes ? [[picture.id, bytes]] : []))),
    );
  }
  return {
    ...form.current,
    enter: (part) => change({ fields: { ...form.current.fields, ...part } }),
    show: (use, shown) =>
      change({ pictures: [...form.current.pictures.filter(({ picture }) => picture.use !== use), ...shown] }),
  };
}

function draftOf<Fields extends object>(
  sheet: Sheet,
  stopIds: readonly string[],
  first: () => Form<Fields>,
): Form<Fields> {
  const form = first();
  const draft = draftFor(currentState().day.drafts ?? [], sheet, stopIds);
  if (draft === undefined) return form;
  return {
    fields: { ...form.fields, ...(draft.fields as Partial<Fields>) },
    pictures: draft.pictures.map((picture) => ({ picture, bytes: null })),
  };
}
