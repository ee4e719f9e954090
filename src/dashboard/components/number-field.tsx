import { TextInput, type TextInputProps } from "@mantine/core";
import type { FocusEvent, KeyboardEvent } from "react";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** As the form has them: a number, or as yet what was typed. */
  value?: number | string;
  onChange?: (value: number | string) => void;
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

function numberOf(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text.trim();
}
