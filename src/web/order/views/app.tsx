/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import { readableColor } from "../../browser/brand-color.ts";
import type { Problem } from "../../browser/problem.ts";
import { FormContext, useForm } from "../context.ts";
import { keepPlaced, keptPlaced } from "../placed.ts";
import { readForm, readOrder } from "../server.ts";
import { useWords } from "../texts.ts";
import type { OrderForm, PlacedOrder } from "../wire.ts";
import { Closed, NotOpened } from "./closed.tsx";
import { FirmFooter, FirmHeader } from "./firm.tsx";
import { MyOrders } from "./my-orders.tsx";
import { OrderFields } from "./order-form.tsx";
import { Ordered } from "./ordered.tsx";
import { useOnline } from "./use-online.ts";

interface Opened {
  form: OrderForm;
  /** The order that was made in this window. */
  placed: PlacedOrder | undefined;
}

/** The page of an order form. */
export function App() {
  const { texts } = useWords();
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<Problem>();
  async function open() {
    const { value: form, problem: refusal } = await readForm();
    setProblem(refusal);
    if (refusal) return;
    paint(form);
    setOpened({ form, placed: await placedBefore() });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the button asks again
  useEffect(() => void open(), []);
  if (opened) {
    return (
      <FormContext.Provider value={opened.form}>
        <Form placed={opened.placed} />
      </FormContext.Provider>
    );
  }
  if (problem) return <NotOpened problem={problem} again={() => void open()} />;
  return <p role="status">{texts.opening}</p>;
}

async function placedBefore(): Promise<PlacedOrder | undefined> {
  const placed = keptPlaced();
  if (placed === undefined) return undefined;
  const { value } = await readOrder(placed.id, placed.receipt);
  return value && { ...value, receipt: placed.receipt };
}

type Shown = { is: "fields" } | { is: "ordered"; placed: PlacedOrder } | { is: "mine" };

function Form({ placed }: { placed: PlacedOrder | undefined }) {
  const { texts } = useForm();
  const [shown, setShown] = useState<Shown>(placed ? { is: "ordered", placed } : { is: "fields" });
  const [isFirst, setFirst] = useState(true);
  const isOnline = useOnline();
  function show(next: Shown) {
    keepPlaced(next.is === "ordered" ? next.placed : undefined);
    setFirst(false);
    setShown(next);
    scrollTo({ top: 0 });
  }
  const showFields = () => show({ is: "fields" });
  const showMine = () => show({ is: "mine" });
  return (
    <>
      <FirmHeader />
      {/* Where it will be said, so that screen readers hear it. */}
      <div role="status">{!isOnline && <p class="alert">{texts.noNetwork}</p>}</div>
      <main>
        {shown.is === "fields" && (
          <Fields isFirst={isFirst} onOrdered={(made) => show({ is: "ordered", placed: made })} />
        )}
        {shown.is === "ordered" && (
          <Ordered placed={shown.placed} isFirst={isFirst} onAnother={showFields} onEnded={showMine} />
        )}
        {shown.is === "mine" && <MyOrders onNew={showFields} />}
        {shown.is !== "mine" && (
          <button type="button" class="link" onClick={showMine}>
            {texts.mine.title}
          </button>
        )}
      </main>
      <FirmFooter />
    </>
  );
}

function Fields(props: { isFirst: boolean; onOrdered: (order: PlacedOrder) => void }) {
  const { form } = useForm();
  const isOpen = form.paused_until === null && form.orders_left_today > 0;
  return isOpen ? <OrderFields {...props} /> : <Closed isFirst={props.isFirst} />;
}

/** The firm's color, where it can be read. */
function paint({ brand }: OrderForm): void {
  if (!brand?.color) return;
  const { style } = document.documentElement;
  style.setProperty("--brand", brand.color);
  style.setProperty("--busy", readableColor(brand.color));
}
