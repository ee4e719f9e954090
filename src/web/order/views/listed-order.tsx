/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../../browser/problem.ts";
import { useForm } from "../context.ts";
import { cancelOrder } from "../server.ts";
import { stageOf, toneOf } from "../state.ts";
import type { Order } from "../wire.ts";
import { OrderFacts } from "./order-facts.tsx";
import { ProblemAlert } from "./problem.tsx";

interface ListedProps {
  order: Order;
  onChanged: (order: Order) => void;
}

/** An order of the list, which its customer may cancel for as long as the form and its state allow. */
export function ListedOrder({ order, onChanged }: ListedProps) {
  const { texts } = useForm();
  const [isAsking, setAsking] = useState(false);
  return (
    <li class="card" data-tone={toneOf(stageOf(order))}>
      <OrderFacts order={order}>
        {order.can_cancel && !isAsking && (
          <button type="button" onClick={() => setAsking(true)}>
            {texts.mine.cancel}
          </button>
        )}
      </OrderFacts>
      {order.can_cancel && isAsking && (
        <CancelQuestion
          order={order}
          onKept={() => setAsking(false)}
          onCancelled={(cancelled) => {
            setAsking(false);
            onChanged(cancelled);
          }}
        />
      )}
    </li>
  );
}

interface QuestionProps {
  order: Order;
  onKept: () => void;
  onCancelled: (order: Order) => void;
}

/** Asks once more: a slip must not end a delivery. */
function CancelQuestion({ order, onKept, onCancelled }: QuestionProps) {
  const { texts } = useForm();
  const [problem, setProblem] = useState<Problem>();
  const isBusy = useRef(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  async function cancel() {
    if (isBusy.current) return;
    isBusy.current = true;
    const { value, problem: refusal } = await cancelOrder(order);
    isBusy.current = false;
    setProblem(refusal);
    if (!refusal) onCancelled(value);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={texts.mine.cancel}>
      <p>{texts.mine.cancelSure}</p>
      <ProblemAlert problem={problem} />
      <div class="actions">
        <button type="button" class="primary" onClick={() => void cancel()}>
          {texts.mine.cancel}
        </button>
        <button ref={keep} type="button" onClick={onKept}>
          {texts.mine.keep}
        </button>
      </div>
    </div>
  );
}
