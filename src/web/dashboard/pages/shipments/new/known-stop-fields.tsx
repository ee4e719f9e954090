import { Box } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type FormEvent, useState } from "react";
import { KnownPeople } from "./known-people.tsx";
import { filledWith, type Known } from "./known-values.ts";
import { SaveContact } from "./save-contact.tsx";
import { StopFields, type StopName } from "./stop-fields.tsx";
import type { ShipmentValues } from "./values.ts";

interface KnownStopFieldsProps {
  form: UseFormReturnType<ShipmentValues>;
  stop: StopName;
  onDoubt: (isDoubtful: boolean) => void;
}

/** The fields of a stop, which offer whom the typed phone number or name means, and keep who was typed. */
export function KnownStopFields({ form, stop, onDoubt }: KnownStopFieldsProps) {
  const values = form.values[stop];
  const [contactId, setContactId] = useState<string>();
  // What a copy, an example or a choice filled in is known already.
  const [isTyped, setTyped] = useState(false);
  function noteTyping({ target }: FormEvent) {
    const path = target instanceof HTMLElement ? target.dataset.path : undefined;
    if (path === `${stop}.contact.name`) setContactId(undefined);
    if (path === `${stop}.contact.name` || path === `${stop}.contact.phone`) setTyped(true);
  }
  function choose(known: Known) {
    form.setValues({ [stop]: { ...values, ...filledWith(values, known) } });
    setTyped(false);
    setContactId(known.contact_id ?? undefined);
  }
  return (
    <Box onInput={noteTyping}>
      <StopFields
        form={form}
        stop={stop}
        onDoubt={onDoubt}
        known={isTyped && <KnownPeople typed={values.contact} onChoose={choose} />}
      />
      <SaveContact
        form={form}
        stop={stop}
        values={values}
        contactId={contactId}
        onSaved={(id) => {
          setContactId(id);
          setTyped(false);
        }}
      />
    </Box>
  );
}
