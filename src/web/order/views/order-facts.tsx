/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Problem } from "../../browser/problem.ts";
import { useForm } from "../context.ts";
import { printLabel } from "../label.ts";
import { isOver, stageOf } from "../state.ts";
import { moneyText, timeText, windowText } from "../times.ts";
import type { Order } from "../wire.ts";
import { ProblemAlert } from "./problem.tsx";

interface FactsProps {
  order: Order;
  /** Of an order that was just made. */
  receipt?: string;
  /** More buttons. */
  children?: ComponentChildren;
}

/** What became of an order: its state, window, price and label. */
export function OrderFacts({ order, receipt, children }: FactsProps) {
  const { texts, named, firm } = useForm();
  const [problem, setProblem] = useState<Problem>();
  const stage = stageOf(order);
  const { recipient, town, message, has_label: hasLabel } = order;
  async function print() {
    setProblem(await printLabel(order, receipt));
  }
  return (
    <>
      <p class="state" role="status">
        {texts.states[stage]}
      </p>
      {message !== null && <p dir="auto">{texts.says(firm, message)}</p>}
      {recipient !== "" && <p>{texts.to(named(recipient), named(town))}</p>}
      <Details order={order} />
      {!hasLabel && !isOver(stage) && <p class="quiet">{texts.labelLater}</p>}
      <ProblemAlert problem={problem} />
      <div class="actions">
        {hasLabel && (
          <button type="button" onClick={() => void print()}>
            {texts.label}
          </button>
        )}
        {children}
      </div>
    </>
  );
}

function Details({ order }: { order: Order }) {
  const { form, texts, language, firm } = useForm();
  const { window, price, created_at: createdAt, tracking_number: number } = order;
  const zone = form.pickup.time_zone;
  return (
    <dl>
      <dt>{texts.when}</dt>
      <dd>{window === null ? texts.soon : windowText(window, language, zone)}</dd>
      {form.shows_prices && (
        <>
          <dt>{texts.price}</dt>
          <dd>{price === null ? texts.priceLater(firm) : moneyText(price, language)}</dd>
        </>
      )}
      <dt>{texts.orderedAt}</dt>
      <dd>{timeText(createdAt, language, zone)}</dd>
      {number !== null && (
        <>
          <dt>{texts.number}</dt>
          <dd>
            <bdi dir="ltr">{number}</bdi>
          </dd>
        </>
      )}
    </dl>
  );
}
