import { useRef, useState } from "preact/hooks";
import { draftFor, type Sheet } from "../draft.ts";
import { currentState, saveDraft } from "../model.ts";
import type { NewPicture } from "../taps.ts";

export interface Form<Fields> {
  fields: Fields;
  pictures: readonly NewPicture[];
}

/**
 * What a form holds: its draft, or else `first`. Each change is kept on the phone, until the step is done or its stops are
 * gone.
 */
export function useDraft<Fields extends object>(
  sheet: Sheet,
  stopIds: readonly string[],
  first: () => Form<Fields>,
): Form<Fields> & { change(how: (form: Form<Fields>) => Partial<Form<Fields>>): void } {
  const [, draw] = useState(0);
  const form = useRef<Form<Fields> | undefined>(undefined);
  form.current ??= draftOf(sheet, stopIds, first);
  return {
    ...form.current,
    // What was entered last counts: a photo takes its time.
    change(how) {
      const before = form.current ?? first();
      const { fields, pictures } = { ...before, ...how(before) };
      const known = new Set(before.pictures.map(({ picture }) => picture.id));
      const added = pictures.filter(({ picture }) => !known.has(picture.id));
      form.current = { fields, pictures };
      draw((count) => count + 1);
      const draft = {
        sheet,
        stopIds,
        fields,
        pictures: pictures.map(({ picture }) => picture),
      };
      void saveDraft(
        draft,
        new Map(added.flatMap(({ picture, bytes }) => (bytes ? [[picture.id, bytes]] : []))),
      );
    },
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
