/** @jsxImportSource preact */
import { useEffect, useMemo } from "preact/hooks";
import { systemClock } from "../../../infra/clock.ts";
import { useForm } from "../context.ts";
import { dayName, windowText, zoneName } from "../times.ts";
import { windowsFrom } from "../windows.ts";
import { controlProps, Field, type FieldsProps, TextField } from "./field.tsx";

const noteMax = 280;

/** How much, when, and what the driver must know. */
export function DeliveryFields({ draft, faults, change }: FieldsProps) {
  const { form, texts } = useForm();
  const number = (name: "parcels" | "weight", inputMode: "numeric" | "decimal") => ({
    id: name,
    inputMode,
    required: true,
    value: draft[name],
    fault: faults[name],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(name, currentTarget.value),
  });
  return (
    <fieldset>
      <legend>{texts.delivery}</legend>
      <div class="pair even">
        <TextField label={texts.parcels} {...number("parcels", "numeric")} />
        <TextField label={texts.weight} {...number("weight", "decimal")} />
      </div>
      {form.services.length > 1 && (
        <Field id="service" label={texts.service} fault={faults.service}>
          <select
            {...controlProps({ id: "service", fault: faults.service })}
            value={draft.service}
            onChange={({ currentTarget }) => change("service", currentTarget.value)}
          >
            <option value="">{texts.cheapest}</option>
            {form.services.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Windows draft={draft} faults={faults} change={change} />
      <Field id="note" label={texts.optional(texts.note)} fault={faults.note}>
        <textarea
          {...controlProps({ id: "note", fault: faults.note })}
          rows={2}
          maxLength={noteMax}
          dir="auto"
          value={draft.note}
          onInput={({ currentTarget }) => change("note", currentTarget.value)}
        />
      </Field>
    </fieldset>
  );
}

function Windows({ draft, faults, change }: FieldsProps) {
  const { form, texts, language } = useForm();
  const { time_zone: timeZone } = form.pickup;
  // Anew where the chosen one has passed meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fault tells that time has gone by
  const days = useMemo(() => windowsFrom(systemClock.now(), timeZone), [timeZone, faults.window]);
  const isOffered = days.some(({ windows }) => windows.some(({ start }) => start === draft.window));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept since yesterday, when the page opens
  useEffect(() => {
    if (draft.window !== "" && !isOffered) change("window", "");
  }, []);
  return (
    <Field id="window" label={texts.when} fault={faults.window}>
      <select
        {...controlProps({ id: "window", fault: faults.window, hint: "window-zone" })}
        value={draft.window}
        onChange={({ currentTarget }) => change("window", currentTarget.value)}
      >
        <option value="">{texts.soon}</option>
        {days.map(({ ahead, windows }) => (
          <optgroup key={ahead} label={dayName(ahead, language)}>
            {windows.map((window) => (
              <option key={window.start} value={window.start}>
                {windowText(window, language, timeZone)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <p id="window-zone" class="quiet">
        {timeZone === null ? zoneName(null, language) : texts.timeZone(zoneName(timeZone, language))}
      </p>
    </Field>
  );
}
