import { TextInput, type TextInputProps } from "@mantine/core";
import type { FocusEvent, KeyboardEvent } from "react";

/** A number once there is one, or else what was typed. */
export type NumberValue = number | string;

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  value?: NumberValue;
  onChange?: (value: NumberValue) => void;
}

/** For a number. What is none stays as it was typed, for the API to refuse: no sign is left out without a word. */
export function NumberField({ value = "", onChange, onBlur, onKeyDown, ...others }: NumberFieldProps) {
  const read = () => onChange?.(numberOf(String(value)));
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...others}
      value={String(value)}
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

function numberOf(text: string): NumberValue {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text.trim();
}
