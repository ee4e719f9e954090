import { useEffect, useState } from "preact/hooks";
import { readOrder } from "./server.ts";
import { isOver, stageOf } from "./state.ts";
import type { Order, PlacedOrder } from "./wire.ts";

/** Everybody behind one address shares the few calls of a minute. */
const everyMs = 20_000;

/**
 * The order that was just made, as it is by and by, while somebody looks.
 * @param onEnded its receipt holds no longer: from now on a code shows it
 */
export function useFollowedOrder(placed: PlacedOrder, onEnded: () => void): Order {
  const [order, setOrder] = useState<Order>(placed);
  const isDone = isOver(stageOf(order));
  const { id, receipt } = placed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what follows the end is new whenever the page is drawn
  useEffect(() => {
    if (isDone) return;
    let isGone = false;
    let timer = setTimeout(look, everyMs);
    async function look() {
      clearTimeout(timer);
      if (!document.hidden) {
        const { value, problem } = await readOrder(id, receipt);
        if (isGone) return;
        if (problem?.code === "order_code_needed") return onEnded();
        if (value) setOrder(value);
      }
      timer = setTimeout(look, everyMs);
    }
    const lookNow = () => void look();
    addEventListener("online", lookNow);
    document.addEventListener("visibilitychange", lookNow);
    return () => {
      isGone = true;
      clearTimeout(timer);
      removeEventListener("online", lookNow);
      document.removeEventListener("visibilitychange", lookNow);
    };
  }, [id, receipt, isDone]);
  return order;
}
