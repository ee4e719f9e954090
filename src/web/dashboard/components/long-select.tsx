import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from "@mantine/core";
import { type FocusEventHandler, useState } from "react";
import { countryCodes, countryName } from "@/infra/geography/country.ts";

/** All countries, by name. */
export const countryOptions = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label));

type Field = Pick<SelectProps, "onFocus" | "onBlur">;

/** A select whose options are in the page while it has the focus: a long form would render all of them at each key. */
export function LongSelect({ onFocus, onBlur, ...props }: SelectProps) {
  return <Select {...props} {...useOptionsInFocus({ onFocus, onBlur })} />;
}

/** Such a select of several values. */
export function LongMultiSelect({ onFocus, onBlur, ...props }: MultiSelectProps) {
  return <MultiSelect {...props} {...useOptionsInFocus({ onFocus, onBlur })} />;
}

function useOptionsInFocus({ onFocus, onBlur }: Field) {
  const [isFocused, setFocused] = useState(false);
  const follow =
    (isNow: boolean, handle: Field["onFocus"]): FocusEventHandler<HTMLInputElement> =>
    (event) => {
      setFocused(isNow);
      handle?.(event);
    };
  return {
    // Keys look for the chosen option as they open the list, so it must be there before.
    comboboxProps: { keepMounted: isFocused },
    onFocus: follow(true, onFocus),
    onBlur: follow(false, onBlur),
  };
}
