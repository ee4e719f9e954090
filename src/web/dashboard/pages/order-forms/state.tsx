import type { OrderFormView } from "@/delivery/orders/order-forms/schema.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";

/** The end of a pause that somebody has to end: no year of it ever comes. */
export const endlessPause = "9999-12-31T00:00:00.000Z";

const reasons: Record<string, string> = {
  wrong_codes: "after ten wrong codes",
  burst: "after a burst of calls",
};

/** Whether customers can order by it now. */
export function FormState({ form }: { form: OrderFormView }) {
  return form.paused_until === null ? (
    <StatusBadge tone="good">Open</StatusBadge>
  ) : (
    <StatusBadge tone="warn">Paused</StatusBadge>
  );
}

/** Since when, until when and why it takes no orders; nothing for one that does. */
export function PauseText({ form: { paused_until: until, pause_reason: reason } }: { form: OrderFormView }) {
  if (until === null) return null;
  return (
    <>
      {until === endlessPause ? (
        "Paused until somebody resumes it"
      ) : (
        <>
          Ends <Time at={until} />
        </>
      )}
      {reason !== null && reasons[reason] && `, ${reasons[reason]}`}
    </>
  );
}
