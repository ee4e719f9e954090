import { Checkbox, MultiSelect, PasswordInput, Select, TagsInput, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import type { SettingSchema, SettingsSchema, SettingValues } from "../settings-schema.ts";
import { labelOf, shownSettings, typeOf, wordsOf } from "../settings-schema.ts";
import { NumberField } from "./number-field.tsx";

interface SettingsFieldsProps {
  schema: SettingsSchema;
  /** What the form has now. */
  values: SettingValues;
  /** Properties of the field of a setting. */
  inputOf: (name: string, type: "input" | "checkbox") => GetInputPropsReturnType;
  /** Last characters of the secrets that are set already; null of one that is too short to show any. */
  secrets?: Readonly<Record<string, string | null>>;
}

/** A field for each setting that a JSON Schema describes. */
export function SettingsFields({ schema, values, inputOf, secrets = {} }: SettingsFieldsProps) {
  return shownSettings(schema, values).map(([name, setting]) => (
    <SettingField
      key={name}
      name={name}
      setting={setting}
      isRequired={schema.required?.includes(name) ?? false}
      inputOf={inputOf}
      secret={secrets[name]}
    />
  ));
}

interface SettingFieldProps extends Pick<SettingsFieldsProps, "inputOf"> {
  name: string;
  setting: SettingSchema;
  isRequired: boolean;
  secret: string | null | undefined;
}

function SettingField({ name, setting, isRequired, inputOf, secret }: SettingFieldProps) {
  const texts = { label: labelOf(name, setting), description: setting.description?.replaceAll("`", "") };
  const words = wordsOf(setting);
  if (setting.writeOnly) {
    const input = inputOf(name, "input");
    return (
      <PasswordInput
        {...texts}
        placeholder={secret === undefined || input.error ? "" : keepText(secret)}
        autoComplete="new-password"
        {...input}
      />
    );
  }
  if (setting.type === "boolean") return <Checkbox {...texts} {...inputOf(name, "checkbox")} />;
  if (words) {
    return <Select {...texts} data={words} allowDeselect={!isRequired} {...inputOf(name, "input")} />;
  }
  const chosen = setting.items && wordsOf(setting.items);
  if (chosen) return <MultiSelect {...texts} data={chosen} {...inputOf(name, "input")} />;
  if (setting.type === "array") return <TagsInput {...texts} {...inputOf(name, "input")} />;
  const type = typeOf(setting);
  if (type === "integer" || type === "number") {
    return <NumberField {...texts} placeholder={String(setting.default ?? "")} {...inputOf(name, "input")} />;
  }
  return (
    <TextInput
      {...texts}
      type={setting.format === "uri" ? "url" : "text"}
      placeholder={setting.examples?.[0] === undefined ? "" : String(setting.examples[0])}
      autoComplete="off"
      {...inputOf(name, "input")}
    />
  );
}

function keepText(last4: string | null): string {
  return `${last4 === null ? "Set." : `Set, ends in ${last4}.`} Leave empty to keep it.`;
}
