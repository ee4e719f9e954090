/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../../browser/problem.ts";
import { useForm } from "../context.ts";
import { deviceSecret, keepDevice } from "../device.ts";
import { listOrders } from "../server.ts";
import type { Order } from "../wire.ts";
import { CodeForm } from "./code-form.tsx";
import { Heading } from "./heading.tsx";
import { ListedOrder } from "./listed-order.tsx";
import { ProblemAlert } from "./problem.tsx";

/** Earlier orders, on a device on which somebody entered the code from the mail. */
export function MyOrders({ onNew }: { onNew: () => void }) {
  const { texts } = useForm();
  const { mine } = texts;
  const [isKnown, setKnown] = useState(deviceSecret() !== undefined);
  const [isForgotten, setForgotten] = useState(false);
  function forget() {
    keepDevice(undefined);
    setKnown(false);
  }
  return (
    <>
      <section class="card">
        <Heading>{mine.title}</Heading>
        <p role="status" class="quiet">
          {isKnown ? mine.remembered : isForgotten && mine.forgotten}
        </p>
        {!isKnown && <CodeForm onKnown={() => setKnown(true)} />}
        <div class="actions">
          <button type="button" onClick={onNew}>
            {mine.newOrder}
          </button>
          {isKnown && (
            <button
              type="button"
              onClick={() => {
                forget();
                setForgotten(true);
              }}
            >
              {mine.forget}
            </button>
          )}
        </div>
      </section>
      {isKnown && <Orders onUnknown={forget} />}
    </>
  );
}

/** @param onUnknown the device was ended, or its 30 days are over */
function Orders({ onUnknown }: { onUnknown: () => void }) {
  const { texts } = useForm();
  const [orders, setOrders] = useState<readonly Order[]>();
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem>();
  async function read(cursor?: string) {
    const { value, problem: refusal } = await listOrders(cursor);
    if (refusal?.code === "order_code_needed") return onUnknown();
    setProblem(refusal);
    if (refusal) return;
    setOrders((before = []) => (cursor === undefined ? value.data : [...before, ...value.data]));
    setNext(value.next_cursor);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read as it opens; buttons read more
  useEffect(() => void read(), []);
  const replace = (changed: Order) =>
    setOrders((before) => before?.map((each) => (each.id === changed.id ? changed : each)));
  return (
    <>
      <ProblemAlert problem={problem} />
      {problem && (
        <button type="button" onClick={() => void read()}>
          {texts.tryAgain}
        </button>
      )}
      {orders === undefined && !problem && <p role="status">{texts.opening}</p>}
      {orders?.length === 0 && <p class="card">{texts.mine.none}</p>}
      <ul class="orders">
        {orders?.map((order) => (
          <ListedOrder key={order.id} order={order} onChanged={replace} />
        ))}
      </ul>
      {next !== null && (
        <button type="button" onClick={() => void read(next)}>
          {texts.mine.more}
        </button>
      )}
    </>
  );
}
