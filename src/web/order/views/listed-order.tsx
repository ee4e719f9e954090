/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../../browser/problem.ts";
import { useForm } from "../context.ts";
import { cancelOrder, recallOrder } from "../server.ts";
import { stageOf, toneOf } from "../state.ts";
import type { Order } from "../wire.ts";
import { OrderFacts } from "./order-facts.tsx";
import { ProblemAlert } from "./problem.tsx";

interface ListedProps {
  order: Order;
  onChanged: (order: Order) => void;
}

/** What a customer does with an order of the list. */
const deeds = { cancel: cancelOrder, recall: recallOrder } as const;
type Deed = keyof typeof deeds;

/** An order of the list, which its customer may cancel or call back for as long as the form and its state allow. */
export function ListedOrder({ order, onChanged }: ListedProps) {
  const { texts } = useForm();
  const [asking, setAsking] = useState<Deed>();
  const may = { cancel: order.can_cancel, recall: order.can_recall };
  const asked = asking !== undefined && may[asking] ? asking : undefined;
  return (
    <li class="card" data-tone={toneOf(stageOf(order))}>
      <OrderFacts order={order}>
        {asked === undefined &&
          (["cancel", "recall"] as const)
            .filter((deed) => may[deed])
            .map((deed) => (
              <button key={deed} type="button" onClick={() => setAsking(deed)}>
                {texts.mine[deed]}
              </button>
            ))}
      </OrderFacts>
      {asked && (
        <Question
          deed={asked}
          order={order}
          onKept={() => setAsking(undefined)}
          onDone={(changed) => {
            setAsking(undefined);
            onChanged(changed);
          }}
        />
      )}
    </li>
  );
}

interface QuestionProps {
  deed: Deed;
  order: Order;
  onKept: () => void;
  onDone: (order: Order) => void;
}

/** Asks once more: a slip must not end a delivery. */
function Question({ deed, order, onKept, onDone }: QuestionProps) {
  const { texts } = useForm();
  const [problem, setProblem] = useState<Problem>();
  const isBusy = useRef(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  async function act() {
    if (isBusy.current) return;
    isBusy.current = true;
    const { value, problem: refusal } = await deeds[deed](order);
    isBusy.current = false;
    setProblem(refusal);
    if (!refusal) onDone(value);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={texts.mine[deed]}>
      <p>{deed === "cancel" ? texts.mine.cancelSure : texts.mine.recallSure}</p>
      <ProblemAlert problem={problem} />
      <div class="actions">
        <button type="button" class="primary" onClick={() => void act()}>
          {texts.mine[deed]}
        </button>
        <button ref={keep} type="button" onClick={onKept}>
          {deed === "cancel" ? texts.mine.keep : texts.mine.goOn}
        </button>
      </div>
    </div>
  );
}
