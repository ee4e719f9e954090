import { Button, Group, SegmentedControl, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useMemo, useState } from "react";
import { startCard } from "../../../delivery/carriers/kinds/fleet/example.ts";
import type { RateCard } from "../../../delivery/carriers/kinds/fleet/schema.ts";
import { put } from "../api.ts";
import { LeaveGuard } from "../components/leave-guard.tsx";
import { Notice } from "../components/notice.tsx";
import { Permitted } from "../components/permitted.tsx";
import { ProblemAlert } from "../components/problem.tsx";
import { PageSkeleton } from "../components/skeleton.tsx";
import { useAction, useRead } from "../queries.ts";
import { useCarrier } from "./carrier/carrier.ts";
import { ExplainQuotes } from "./carrier/explain-quotes.tsx";
import { RateCardSummary } from "./carrier/rate-card-summary.tsx";
import { RateCardWarnings } from "./carrier/rate-card-warnings.tsx";
import { CardFields } from "./rate-card/card-form.tsx";
import { CardJson, jsonFault, textOf } from "./rate-card/card-json.tsx";
import { cardOf } from "./rate-card/request.ts";
import { newCard, valuesOf } from "./rate-card/values.ts";

type View = "form" | "json";

const views: { value: View; label: string }[] = [
  { value: "form", label: "Form" },
  { value: "json", label: "JSON" },
];

/** What a fleet charges, where and when. */
export function CarrierRateCardPage() {
  const { path, call } = useCarrier();
  const card = useRead<RateCard>(`${path}/rate-card`, call);
  const isMissing = card.error?.code === "not_found";
  if (card.error && !isMissing) return <ProblemAlert problem={card.error} />;
  if (!card.data && !isMissing) return <PageSkeleton />;
  return (
    <>
      {card.data && <RateCardWarnings card={card.data} />}
      {card.data && <RateCardSummary card={card.data} />}
      <Editing newest={card.data} />
      {card.data && <ExplainQuotes />}
    </>
  );
}

/** The version that is edited stays under what was typed, until that is saved or given up. */
function Editing({ newest }: { newest: RateCard | undefined }) {
  const [{ card, shows }, setCard] = useState({ card: newest, shows: 0 });
  const [view, setView] = useState<View>("form");
  return (
    <CardEditor
      key={shows}
      card={card}
      newest={newest}
      onShow={(next) => setCard({ card: next, shows: shows + 1 })}
      onSaved={(saved) => setCard({ card: saved, shows })}
      view={view}
      onView={setView}
    />
  );
}

interface CardEditorProps {
  /** What is edited. */
  card: RateCard | undefined;
  /** What the server has. */
  newest: RateCard | undefined;
  /** The fields show this card. */
  onShow: (card: RateCard) => void;
  /** The card is stored, and more was typed meanwhile. */
  onSaved: (card: RateCard) => void;
  view: View;
  onView: (view: View) => void;
}

/** One card in two views: what is changed in one stands in the other. */
function CardEditor({ card, newest, onShow, onSaved, view, onView }: CardEditorProps) {
  const { path, call, changes, needs } = useCarrier();
  const before = useMemo(() => (card ? valuesOf(card) : newCard()), [card]);
  const textBefore = useMemo(() => (card ? textOf(card) : ""), [card]);
  const [fills, setFills] = useState(0);
  const form = useForm({ initialValues: before });
  const json = useForm({ initialValues: { text: textBefore }, validate: { text: jsonFault } });
  // Saving an unchanged card says that it means what it says.
  const isWarned = card?.warnings !== undefined;
  const isTyped = form.isDirty() || json.isDirty();
  const newer = (newest?.version ?? 0) > (card?.version ?? 0) ? newest : undefined;
  useEffect(() => {
    if (newer && !isTyped) onShow(newer);
  }, [newer, isTyped, onShow]);
  const typed = () => JSON.stringify([form.getValues(), json.getValues()]);
  const save = useAction(
    async (input: unknown) => {
      const sent = typed();
      const { version } = newer ?? card ?? {};
      const saved = await put<RateCard>(`${path}/rate-card`, input, { ...call, ifVersion: version });
      return { saved, isAll: typed() === sent };
    },
    {
      changes,
      success: ({ saved }) => `Saved as version ${saved.version}. It prices the next quote.`,
      onDone: ({ saved, isAll }) => (isAll ? onShow(saved) : onSaved(saved)),
    },
  );
  const submit = (newer ?? card) ? "Save rate card" : "Add rate card";
  const fill = (example: RateCard) => {
    form.setValues(valuesOf(example));
    json.setValues({ text: textOf(example) });
    setFills(fills + 1);
  };
  const show = (wanted: View) => {
    if (wanted === "json")
      json.setValues({ text: form.isDirty() ? textOf(cardOf(form.values)) : textBefore });
    else if (!takeText()) return;
    form.clearErrors();
    json.clearErrors();
    onView(wanted);
  };
  /** @returns false for a text that is no card */
  const takeText = (): boolean => {
    try {
      form.setValues(json.isDirty() ? valuesOf(JSON.parse(json.values.text)) : before);
      return true;
    } catch {
      json.setFieldError("text", "The form cannot show this: zones and services must be lists.");
      return false;
    }
  };
  return (
    <>
      <LeaveGuard isTyped={() => form.isDirty() || json.isDirty()} />
      {newer && isTyped && (
        <Notice tone="warn" role="status">
          <Group justify="space-between">
            Someone else saved version {newer.version} while you were editing. If you save, yours replaces it.
            <Button size="xs" variant="default" onClick={() => onShow(newer)}>
              Show version {newer.version}
            </Button>
          </Group>
        </Notice>
      )}
      <Group justify="space-between">
        <SegmentedControl aria-label="View of the rate card" data={views} value={view} onChange={show} />
        <Permitted needs={needs}>
          <Button variant="default" onClick={() => fill(startCard)}>
            Fill with example
          </Button>
        </Permitted>
      </Group>
      {view === "form" ? (
        <CardFields
          key={fills}
          form={form}
          save={save.mutateAsync}
          submit={submit}
          isDisabled={!form.isDirty() && !isWarned}
        />
      ) : (
        <CardJson
          form={json}
          save={save.mutateAsync}
          submit={submit}
          isDisabled={!json.isDirty() && !isWarned}
        />
      )}
      <Text size="sm" c="dimmed">
        Waybill checks the whole card before it replaces the present one. Open quotes keep their prices.
      </Text>
    </>
  );
}
