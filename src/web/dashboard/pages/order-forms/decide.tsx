import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ApproveOrder } from "@/delivery/orders/order-forms/order-schema.ts";
import { post } from "@/web/browser/api.ts";
import type { Problem } from "@/web/browser/problem.ts";
import { useEnvironment } from "../../environment.ts";
import { useAction } from "../../queries.ts";
import { showWarnings } from "../shipments/new/warning.ts";
import { formChanges } from "./use-form.ts";

interface DecideOrderProps {
  /** Of the request. */
  id: string;
  /** Whom the order is for, in sentences. */
  name: string;
}

/** Approves or refuses an order, in one click each. */
export function DecideOrder({ id, name }: DecideOrderProps) {
  const environment = useEnvironment();
  const path = `/platform/order-requests/${id}` as const;
  const approve = useAction(
    (body: NonNullable<ApproveOrder>, idempotencyKey) =>
      post(`${path}/approval`, body, { environment, idempotencyKey }),
    {
      changes: formChanges,
      success: `The order for ${name} is a shipment now.`,
      onDone({ warnings, accept_problem }) {
        showWarnings(warnings);
        if (accept_problem) showUnbooked(accept_problem);
      },
    },
  );
  const refuse = useAction(
    (_: undefined, idempotencyKey) => post(`${path}/refusal`, {}, { environment, idempotencyKey }),
    { changes: formChanges, success: `The order for ${name} was refused.` },
  );
  const isOver = approve.error !== null && hasPassed(approve.error);
  return (
    <>
      <Button
        size="xs"
        loading={approve.isPending}
        aria-label={`Approve ${name}${isOver ? " without a time" : ""}`}
        onClick={() =>
          approve.mutate(isOver ? { delivery_window: null, pickup_window: null } : {}, { onError: tell })
        }
      >
        {isOver ? "Approve without a time" : "Approve"}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={refuse.isPending}
        aria-label={`Refuse ${name}`}
        onClick={() => refuse.mutate(undefined, { onError: tell })}
      >
        Refuse
      </Button>
    </>
  );
}

/** Why nobody was booked; the shipment is there all the same. */
function showUnbooked({ title, detail }: Pick<Problem, "title" | "detail">): void {
  notifications.show({ color: "orange", autoClose: false, title, message: detail });
}

/** Whether the time that the customer wants is over, which somebody can leave out. */
function hasPassed({ errors = [] }: Problem): boolean {
  return errors.some(({ pointer }) => /^#\/(delivery|pickup)_window/.test(pointer ?? ""));
}

function tell(problem: Problem): void {
  const message = hasPassed(problem)
    ? "The time that the customer wants is over. Approve it without a time, or refuse it."
    : problem.detail;
  notifications.show({ color: "red", autoClose: false, title: problem.title, message });
}
