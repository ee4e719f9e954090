import { useEffect, useState } from "preact/hooks";
import { readOrder } from "./server.ts";
import { isOver, stageOf } from "./state.ts";
import type { Order, PlacedOrder } from "./wire.ts";

/** Everybody behind one address shares the few calls of a minute. */
const everyMs = 20_000;

/** The order that was just made, as it is by and by, while somebody looks. */
export function useFollowedOrder(placed: PlacedOrder): Order {
  const [order, setOrder] = useState<Order>(placed);
  const isDone = isOver(stageOf(order));
  const { id, receipt } = placed;
  useEffect(() => {
    if (isDone) return;
    let isGone = false;
    let timer = setTimeout(look, everyMs);
    async function look() {
      clearTimeout(timer);
      if (!document.hidden) {
        const { value } = await readOrder(id, receipt);
        if (isGone) return;
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
