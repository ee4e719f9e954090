import { LongSelect } from "../../../components/long-select.tsx";
import type { CardForm } from "./values.ts";

/** Of more options, those that fit what is typed are shown. */
const optionsMax = 50;

/** A list of options is never too long. */
export function manyOptions(count: number) {
  return count > optionsMax
    ? { searchable: true, limit: optionsMax, placeholder: `Type to search ${count} zones` }
    : {};
}

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
    <LongSelect
      label={label}
      data={data}
      clearable
      {...manyOptions(data.length)}
      {...input}
      value={value || null}
      onChange={(chosen) => form.setFieldValue(path, chosen ?? "")}
    />
  );
}
