/** @jsxImportSource preact */
import { useRef, useState } from "preact/hooks";
import type { Problem } from "../../browser/problem.ts";
import { useForm } from "../context.ts";
import { changedDraft, type DraftField, keepDraft, keptDraft } from "../draft.ts";
import { type Faults, faultsOf, missingIn } from "../faults.ts";
import { countriesOf } from "../request.ts";
import { placeOrder } from "../server.ts";
import type { PlacedOrder } from "../wire.ts";
import { DeliveryFields } from "./delivery-fields.tsx";
import { Heading } from "./heading.tsx";
import { Price } from "./price.tsx";
import { ProblemAlert } from "./problem.tsx";
import { RecipientFields } from "./recipient-fields.tsx";

interface OrderFieldsProps {
  /** Whether the page shows this as it opens. */
  isFirst: boolean;
  onOrdered: (order: PlacedOrder) => void;
}

/** The order as somebody types it. What was typed stays until the order is there. */
export function OrderFields({ isFirst, onOrdered }: OrderFieldsProps) {
  const { form, texts, firm } = useForm();
  const [draft, setDraft] = useState(() => keptDraft(countriesOf(form)[0] ?? ""));
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setSending] = useState(false);
  // Fingers tap twice before anything is drawn anew.
  const isBusy = useRef(false);
  const place = useRef<HTMLFormElement>(null);
  const isFaulty = Object.values(faults).some((fault) => fault !== undefined);

  function change(field: DraftField, value: string) {
    const changed = changedDraft(draft, field, value);
    setDraft(changed);
    keepDraft(changed);
    if (faults[field] !== undefined) setFaults({ ...faults, [field]: undefined });
  }
  async function send() {
    const missing = missingIn(draft, texts);
    setFaults(missing);
    setProblem(undefined);
    if (Object.keys(missing).length > 0) return showFault(place.current);
    setSending(true);
    const { value, problem: refusal } = await placeOrder(draft, form);
    setSending(false);
    if (!refusal) {
      keepDraft(undefined);
      return onOrdered(value);
    }
    const found = faultsOf(refusal, texts);
    setFaults(found);
    if (Object.keys(found).length === 0) setProblem(refusal);
    showFault(place.current);
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    void send().finally(() => {
      isBusy.current = false;
    });
  }

  const fields = { draft, faults, change };
  return (
    <section class="card">
      <Heading isFirst={isFirst}>{texts.title}</Heading>
      <form ref={place} onSubmit={submit} noValidate>
        <Pickup />
        <RecipientFields {...fields} />
        <DeliveryFields {...fields} />
        {form.shows_prices && <Price draft={draft} />}
        {form.approval === "each" && <p class="quiet">{texts.approval(firm)}</p>}
        <p role="status" class="fault">
          {isFaulty && texts.checkFields}
        </p>
        <ProblemAlert problem={problem} />
        <button type="submit" class="primary" aria-disabled={isSending}>
          {isSending ? texts.ordering : texts.orderNow}
        </button>
      </form>
    </section>
  );
}

function Pickup() {
  const { form, texts } = useForm();
  const { customer, pickup } = form;
  const town = [pickup.postal_code, pickup.city].filter(Boolean).join(" ");
  return (
    <p>
      {texts.pickup}: <bdi>{[pickup.name || customer, pickup.line1, town].join(", ")}</bdi>
    </p>
  );
}

/** Focuses the first wrong field, or else what is wrong with the whole, once it is drawn. */
function showFault(place: HTMLElement | null): void {
  setTimeout(() => {
    const wrong =
      place?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      place?.querySelector<HTMLElement>('[role="alert"]');
    wrong?.focus();
  });
}
