import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";

/** A select whose options are in the page while it has the focus: a long form would render all of them at each key. */
export function LongSelect({ onFocus, onBlur, ...props }: SelectProps) {
  const [isFocused, setFocused] = useState(false);
  return (
    <Select
      {...props}
      // Keys look for the chosen option as they open the list, so it must be there before.
      comboboxProps={{ keepMounted: isFocused }}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
    />
  );
}
