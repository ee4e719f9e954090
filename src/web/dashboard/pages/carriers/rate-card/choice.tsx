import { Select } from "@mantine/core";
import type { CardForm } from "./values.ts";

interface ChoiceProps {
  form: CardForm;
  path: string;
  label: string;
  data: readonly string[] | readonly { value: string; label: string }[];
}

/** A choice that may be empty: the card then has no such member. */
export function Choice({ form, path, label, data }: ChoiceProps) {
  const { value, ...input } = form.getInputProps(path);
  return (
    <Select
      label={label}
      data={data}
      clearable
      {...input}
      value={value || null}
      onChange={(chosen) => form.setFieldValue(path, chosen ?? "")}
    />
  );
}
