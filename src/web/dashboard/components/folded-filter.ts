import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from "@mantine/core";
import { folded } from "../../../infra/text/words.ts";

/** The options that have what was typed in them, whatever the case and the marks: `turkiye` finds Türkiye. */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const typed = folded(search);
  const matches = ({ label }: ComboboxItem) => folded(label).includes(typed);
  return options
    .flatMap((option): ComboboxParsedItem[] => {
      if (!("group" in option)) return matches(option) ? [option] : [];
      const items = option.items.filter(matches);
      return items.length === 0 ? [] : [{ ...option, items }];
    })
    .slice(0, limit);
};
