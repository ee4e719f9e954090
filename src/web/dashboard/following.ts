import type { UseFormReturnType } from "@mantine/form";
import { useDidUpdate } from "@mantine/hooks";
import { useState } from "react";
import { changedOf, withChanges } from "./merge-patch.ts";

interface Following<Values> {
  /** What the fields showed before somebody typed. */
  shown: Values;
  /** After saving: shows what is stored, and keeps what was typed while the request was running. */
  show(stored: Values, sent: Values): void;
}

/**
 * For a form over what the server has. When that changes elsewhere, untouched fields follow, and what was typed stays.
 * @param version changes with `newest`
 */
export function useFollowing<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  newest: Values,
  version: unknown,
): Following<Values> {
  const [shown, setShown] = useState(newest);
  const show = (stored: Values, before: Values) => {
    const typed = changedOf(before, form.getValues());
    form.resetDirty(stored);
    form.setValues(withChanges(stored, typed));
    setShown(stored);
  };
  useDidUpdate(() => show(newest, shown), [version]);
  return { shown, show };
}
