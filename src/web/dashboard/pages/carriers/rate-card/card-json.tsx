import { JsonInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/section.tsx";
import { useSide } from "../../../side.ts";

const notJson = "This is not JSON: look for a missing comma or quote.";

interface CardJsonProps {
  form: UseFormReturnType<{ text: string }>;
  save: (card: unknown) => Promise<unknown>;
  submit: string;
  isDisabled: boolean;
}

/** A rate card as text, to take it from one fleet to another. */
export function CardJson({ form, save, submit, isDisabled }: CardJsonProps) {
  const needs = useSide().needing("carriers:write");
  const send = ({ text }: { text: string }) => save(JSON.parse(text));
  return (
    <Form form={form} send={send} submit={submit} isDisabled={isDisabled} needs={needs}>
      <Section
        title="Rate card as JSON"
        lead="Copy it to another fleet, or paste one here. Amounts are in minor units, such as cents."
      >
        <JsonInput
          aria-label="Rate card as JSON"
          autosize
          minRows={12}
          maxRows={32}
          formatOnBlur
          validationError={notJson}
          spellCheck={false}
          classNames={{ input: "as-written" }}
          ff="monospace"
          {...form.getInputProps("text")}
        />
      </Section>
    </Form>
  );
}

/** Without its version and its warnings, which are the server's. */
export function textOf({ version: _version, warnings: _warnings, ...card }: Record<string, unknown>): string {
  return JSON.stringify(card, null, 2);
}

/** What is wrong with the text before anybody reads it; null for JSON. */
export function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    return notJson;
  }
}
