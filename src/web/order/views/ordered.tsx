/** @jsxImportSource preact */
import { useForm } from "../context.ts";
import { useFollowedOrder } from "../following.ts";
import { stageOf, toneOf } from "../state.ts";
import type { PlacedOrder } from "../wire.ts";
import { Heading } from "./heading.tsx";
import { OrderFacts } from "./order-facts.tsx";

interface OrderedProps {
  /** As it was when it was ordered. */
  placed: PlacedOrder;
  isFirst: boolean;
  onAnother: () => void;
  /** After a day, only who has entered a code sees it. */
  onEnded: () => void;
}

/** The order that was just made, followed for as long as the page is open. */
export function Ordered({ placed, isFirst, onAnother, onEnded }: OrderedProps) {
  const { texts } = useForm();
  const order = useFollowedOrder(placed, onEnded);
  return (
    <section class="card" data-tone={toneOf(stageOf(order))}>
      <Heading isFirst={isFirst}>{texts.ordered}</Heading>
      <OrderFacts order={order} receipt={placed.receipt}>
        <button type="button" class="primary" onClick={onAnother}>
          {texts.another}
        </button>
      </OrderFacts>
    </section>
  );
}
