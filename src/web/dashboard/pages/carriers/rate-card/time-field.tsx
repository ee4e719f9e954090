import { TextInput, type TextInputProps } from "@mantine/core";
import { timeOf } from "./openings.ts";

interface TimeFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  value?: string;
  onChange?: (value: string) => void;
}

/** A field for a time of day. It reads `8` as `08:00`. */
export function TimeField({ value = "", onChange, onBlur, onKeyDown, ...others }: TimeFieldProps) {
  const read = () => {
    const time = timeOf(value);
    if (time !== value) onChange?.(time);
  };
  return (
    <TextInput
      autoComplete="off"
      {...others}
      value={value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      onBlur={(event) => {
        read();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") read();
        onKeyDown?.(event);
      }}
    />
  );
}
