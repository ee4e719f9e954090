import { TextInput } from "@mantine/core";
import { codeBeside, codeOfName } from "../../../code-of-name.ts";
import type { CardForm } from "./values.ts";

interface NamedFieldsProps {
  form: CardForm;
  /** Of what has a `name` and a `code`. */
  path: string;
  example: string;
  required?: boolean;
}

/** A name with its code, which follows the name until somebody has chosen another one. */
export function NamedFields({ form, path, example, required = false }: NamedFieldsProps) {
  const name = form.getInputProps(`${path}.name`);
  const code = form.getInputProps(`${path}.code`);
  const rename = (next: string) => {
    form.setFieldValue(`${path}.code`, codeBeside({ name: name.value, code: code.value }, next));
    form.setFieldValue(`${path}.name`, next);
  };
  return (
    <>
      <TextInput
        label="Name"
        required={required}
        placeholder={example}
        autoComplete="off"
        {...name}
        onChange={({ currentTarget: { value } }) => rename(value)}
      />
      <TextInput
        label="Code"
        required={required}
        placeholder={codeOfName(example)}
        autoComplete="off"
        {...code}
        onBlur={() => form.setFieldValue(`${path}.code`, codeOfName)}
      />
    </>
  );
}
