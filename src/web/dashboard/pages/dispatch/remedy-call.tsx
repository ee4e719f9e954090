import { Button } from "@mantine/core";
import { useState } from "react";
import { follow } from "../../../browser/api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { useAction } from "../../queries.ts";
import type { Board } from "./board.ts";
import type { Action } from "./next-actions.ts";
import { boardPaths } from "./reading.ts";

/** Remedies that are one call of the API, and what their buttons say. */

interface CallProps {
  board: Board;
  action: Action;
  /** Whether it is the next right action. */
  isNext: boolean;
}

interface CallText {
  label: string;
  success: string;
  body?: object;
  /** What happens, for those that a slip should not trigger. */
  asks?: string;
}

const callTexts: Record<string, CallText> = {
  accept_quote: {
    label: "Accept the cheapest quote",
    success: "Quote accepted.",
    body: { strategy: "cheapest" },
  },
  request_quotes: { label: "Request new quotes", success: "The carriers were asked again." },
  release_assignment: {
    label: "Release from carrier",
    success: "The carrier is released.",
    asks: "The booking ends, and the shipment needs another carrier.",
  },
  cancel_shipment: {
    label: "Cancel shipment",
    success: "The shipment is cancelled, or its carrier was asked.",
    body: {},
    asks: "The shipment will not be delivered. This cannot be undone.",
  },
  dismiss: { label: "Dismiss", success: "Dismissed. It returns if it happens again." },
};

/** An operation of the API, as the remedy names it. */
export function Call({ board, action, isNext }: CallProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { call } = board.side;
  const text = callTexts[action.action];
  const path = action.path.replace(/^\/api\/v1/, "");
  const act = useAction(
    (_: undefined, idempotencyKey) =>
      action.method === "DELETE"
        ? follow("DELETE", path, undefined, call)
        : follow("POST", path, text?.body, { ...call, idempotencyKey }),
    { changes: boardPaths(board.side), success: text?.success ?? "Done.", onDone: () => setIsAsking(false) },
  );
  // A newer server may know more than this page.
  if (text === undefined) return null;
  return (
    <>
      {!isAsking && <ActionProblem problem={act.error} />}
      <Button
        variant={isNext ? "filled" : action.action === "dismiss" ? "subtle" : "default"}
        loading={act.isPending}
        onClick={() => (text.asks === undefined ? act.mutate(undefined) : setIsAsking(true))}
      >
        {text.asks === undefined ? text.label : `${text.label}…`}
      </Button>
      {isAsking && (
        <Confirm
          title={text.label}
          submit={text.label}
          send={() => act.mutateAsync(undefined)}
          onClose={() => setIsAsking(false)}
        >
          {text.asks}
        </Confirm>
      )}
    </>
  );
}
