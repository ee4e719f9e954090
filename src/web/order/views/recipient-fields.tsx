/** @jsxImportSource preact */
import { useForm } from "../context.ts";
import { countriesOf } from "../request.ts";
import { controlProps, Field, type FieldsProps, TextField } from "./field.tsx";

/** Who gets it, and where. */
export function RecipientFields({ draft, faults, change }: FieldsProps) {
  const { form, texts } = useForm();
  const countries = countriesOf(form);
  const field = (name: "name" | "phone" | "line1" | "postal_code" | "city") => ({
    id: name,
    value: draft[name],
    fault: faults[name],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(name, currentTarget.value),
  });
  return (
    <fieldset>
      <legend>{texts.recipient}</legend>
      <div class="pair even">
        <TextField label={texts.name} required {...field("name")} />
        <TextField label={texts.optional(texts.phone)} inputMode="tel" {...field("phone")} dir="ltr" />
      </div>
      <TextField label={texts.street} required {...field("line1")} />
      <div class="pair">
        <TextField label={texts.postalCode} {...field("postal_code")} />
        <TextField label={texts.town} required {...field("city")} />
      </div>
      {countries.length > 1 && (
        <Field id="country" label={texts.country} fault={faults.country}>
          <Countries countries={countries} draft={draft} faults={faults} change={change} />
        </Field>
      )}
    </fieldset>
  );
}

function Countries({ countries, draft, faults, change }: FieldsProps & { countries: readonly string[] }) {
  const { language } = useForm();
  const names = new Intl.DisplayNames(language, { type: "region" });
  const choices = countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
  return (
    <select
      {...controlProps({ id: "country", fault: faults.country })}
      value={draft.country}
      onChange={({ currentTarget }) => change("country", currentTarget.value)}
    >
      {choices.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
