import { Button, JsonInput, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { exampleCard } from "../../../delivery/carriers/fleet/example.ts";
import type { RateCard } from "../../../delivery/carriers/fleet/schema.ts";
import { put } from "../api.ts";
import { Form } from "../components/form.tsx";
import { ProblemAlert } from "../components/problem.tsx";
import { Section } from "../components/section.tsx";
import { PageSkeleton } from "../components/skeleton.tsx";
import { useAction, useRead } from "../queries.ts";
import { useCarrier } from "./carrier/carrier.ts";
import { ExplainQuotes } from "./carrier/explain-quotes.tsx";
import { RateCardSummary } from "./carrier/rate-card-summary.tsx";

/** What a fleet charges, where and when. */
export function CarrierRateCardPage() {
  const { path, call } = useCarrier();
  const card = useRead<RateCard>(`${path}/rate-card`, call);
  const isMissing = card.error?.code === "not_found";
  if (card.error && !isMissing) return <ProblemAlert problem={card.error} />;
  if (!card.data && !isMissing) return <PageSkeleton />;
  return (
    <>
      {card.data && <RateCardSummary card={card.data} />}
      <CardForm key={card.data?.version ?? 0} card={card.data} />
      {card.data && <ExplainQuotes />}
    </>
  );
}

interface Values extends Record<string, unknown> {
  text: string;
}

/** Without its version, which the server counts. */
const textOf = ({ version: _version, ...card }: RateCard) => JSON.stringify(card, null, 2);

function CardForm({ card }: { card: RateCard | undefined }) {
  const { path, call, changes } = useCarrier();
  const form = useForm<Values>({
    initialValues: { text: card ? textOf(card) : "" },
    validate: {
      text: (text) => (isJson(text) ? null : "This is not JSON: look for a missing comma or quote."),
    },
  });
  const save = useAction(
    (input: unknown) => put<RateCard>(`${path}/rate-card`, input, { ...call, ifVersion: card?.version }),
    { changes, success: ({ version }) => `Saved as version ${version}. It prices the next quote.` },
  );
  return (
    <Form
      form={form}
      send={({ text }) => save.mutateAsync(JSON.parse(text))}
      submit={card ? "Save rate card" : "Add rate card"}
      isDisabled={!form.isDirty()}
    >
      <Section
        title={card ? `Rate card, version ${card.version}` : "Rate card"}
        lead="Zones, services, prices and hours. Amounts are in minor units, such as cents."
        action={
          <Button variant="default" onClick={() => form.setFieldValue("text", textOf(exampleCard))}>
            Fill with example
          </Button>
        }
      >
        <JsonInput
          aria-label="Rate card as JSON"
          autosize
          minRows={12}
          maxRows={32}
          formatOnBlur
          spellCheck={false}
          classNames={{ input: "as-written" }}
          ff="monospace"
          {...form.getInputProps("text")}
        />
        <Text size="sm" c="dimmed">
          Waybill checks the whole card before it replaces the present one. Open quotes keep their prices.
        </Text>
      </Section>
    </Form>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
