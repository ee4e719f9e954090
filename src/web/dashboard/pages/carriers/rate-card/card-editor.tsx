import { Button, Group, SegmentedControl, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useMemo, useState } from "react";
import { startCard } from "@/delivery/carriers/kinds/fleet/example.ts";
import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import { put } from "@/web/browser/api.ts";
import { LeaveGuard } from "../../../components/leave-guard.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Permitted } from "../../../components/permitted.tsx";
import { useAction } from "../../../queries.ts";
import { useCarrier } from "../use-carrier.ts";
import { CardFields } from "./card-form.tsx";
import { CardJson, jsonFault, textOf } from "./card-json.tsx";
import { newPrices, pricesOf } from "./prices.ts";
import { PricesForm } from "./prices-form.tsx";
import { cardOfPrices } from "./prices-request.ts";
import { cardOf } from "./request.ts";
import { newCard, valuesOf } from "./shown-card.ts";

export type View = "prices" | "form" | "json";

const views: { value: View; label: string }[] = [
  { value: "prices", label: "Prices" },
  { value: "form", label: "Form" },
  { value: "json", label: "JSON" },
];

/** How a card is shown at first: as a list of prices, if it says no more. */
export function firstView(card: RateCard | undefined): View {
  return card === undefined || pricesOf(card) ? "prices" : "form";
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

/** One card in three views: what is changed in one stands in the others. */
export function CardEditor({ card, newest, onShow, onSaved, view, onView }: CardEditorProps) {
  const { path, call, changes, needs } = useCarrier();
  const before = useMemo(
    () => ({
      prices: (card && pricesOf(card)) ?? newPrices(),
      form: card ? valuesOf(card) : newCard(),
      text: card ? textOf(card) : "",
    }),
    [card],
  );
  const [fills, setFills] = useState(0);
  const [isTooMuch, setIsTooMuch] = useState(false);
  const prices = useForm({ initialValues: before.prices });
  const form = useForm({ initialValues: before.form });
  const json = useForm({ initialValues: { text: before.text }, validate: { text: jsonFault } });
  // Saving an unchanged card says that it means what it says.
  const isWarned = card?.warnings !== undefined;
  const isTyped = () => prices.isDirty() || form.isDirty() || json.isDirty();
  const newer = (newest?.version ?? 0) > (card?.version ?? 0) ? newest : undefined;
  useEffect(() => {
    if (newer && !isTyped()) onShow(newer);
  });
  const typed = () => JSON.stringify([prices.getValues(), form.getValues(), json.getValues()]);
  const save = useAction(
    async (input: unknown) => {
      // As somebody typed it: the API says what is wrong.
      const sent = typed();
      const { version } = newer ?? card ?? {};
      const saved = await put(`${path}/rate-card`, input as RateCard, { ...call, ifVersion: version });
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
    prices.setValues(pricesOf(example) ?? before.prices);
    form.setValues(valuesOf(example));
    json.setValues({ text: textOf(example) });
    setFills(fills + 1);
  };
  /** What stands in the view; undefined while that is what stood there at first. @throws SyntaxError */
  const written = (): RateCard | undefined => {
    if (view === "json") return json.isDirty() ? JSON.parse(json.values.text) : undefined;
    if (view === "form") return form.isDirty() ? (cardOf(form.values) as RateCard) : undefined;
    return prices.isDirty() ? (cardOfPrices(prices.values) as RateCard) : undefined;
  };
  const show = (wanted: View) => {
    try {
      const changed = written();
      if (wanted === "json") json.setValues({ text: changed ? textOf(changed) : before.text });
      else if (wanted === "form") form.setValues(changed ? valuesOf(changed) : before.form);
      else if (!showPrices(changed)) return;
    } catch {
      json.setFieldError("text", "The form cannot show this: zones and services must be lists.");
      return;
    }
    for (const shown of [prices, form, json]) shown.clearErrors();
    setIsTooMuch(false);
    onView(wanted);
  };
  /** @returns false for a card that says more than the list of prices */
  const showPrices = (changed = card): boolean => {
    const shown = changed ? pricesOf(changed) : before.prices;
    if (shown) prices.setValues(shown);
    else setIsTooMuch(true);
    return shown !== undefined;
  };
  const parts = { save: save.mutateAsync, submit };
  return (
    <>
      <LeaveGuard isTyped={isTyped} />
      {newer && isTyped() && (
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
        <SegmentedControl
          aria-label="View of the rate card"
          data={views}
          value={view}
          onChange={(wanted) => show(wanted as View)}
        />
        <Permitted needs={needs}>
          <Button variant="default" onClick={() => fill(startCard)}>
            Fill with example
          </Button>
        </Permitted>
      </Group>
      {isTooMuch && (
        <Notice tone="quiet" role="status">
          This card says more than a list of prices. Change it under Form or JSON.
        </Notice>
      )}
      {view === "prices" && (
        <PricesForm form={prices} {...parts} isDisabled={!prices.isDirty() && !isWarned} />
      )}
      {view === "form" && (
        <CardFields key={fills} form={form} {...parts} isDisabled={!form.isDirty() && !isWarned} />
      )}
      {view === "json" && <CardJson form={json} {...parts} isDisabled={!json.isDirty() && !isWarned} />}
      <Text size="sm" c="dimmed">
        Waybill checks the whole card before it replaces the present one. Open quotes keep their prices.
      </Text>
    </>
  );
}
