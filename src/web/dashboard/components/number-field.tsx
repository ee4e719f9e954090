import { TextInput, type TextInputProps } from "@mantine/core";
import type { FocusEvent, KeyboardEvent } from "react";
import { type NumberValue, numberOf } from "../number-value.ts";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  value?: NumberValue;
  onChange?: (value: NumberValue) => void;
  /** The least number of decimals that are shown, as of an amount: `4.50`. */
  decimals?: number;
  /** What a text means. */
  read?: (text: string) => NumberValue;
  /** How a number is shown; as it is unless this says more. */
  show?: (value: number) => string;
}

/** A field for a number. It keeps other text as typed, so that the API can refuse it: nothing is dropped silently. */
export function NumberField({
  value = "",
  onChange,
  decimals = 0,
  read: meaningOf = numberOf,
  show = (number) => withDecimals(number, decimals),
  onBlur,
  onKeyDown,
  ...others
}: NumberFieldProps) {
  const read = () => {
    const number = typeof value === "number" ? value : meaningOf(value);
    // What stays the same keeps its error: one that vanished would move what is about to be clicked.
    if (number !== value) onChange?.(number);
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...others}
      value={typeof value === "number" ? show(value) : value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        read();
        onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === "Enter") read();
        onKeyDown?.(event);
      }}
    />
  );
}

/** What is finer stays as it is. */
function withDecimals(value: number, decimals: number): string {
  const fixed = value.toFixed(decimals);
  return Number(fixed) === value ? fixed : String(value);
}
