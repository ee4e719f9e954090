import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { AttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { follow } from "../../../browser/api.ts";
import type { Job } from "../../assigning/job.ts";
import { JobDriver } from "../../assigning/job-driver.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { usePermissions } from "../../permissions.ts";
import { useAction } from "../../queries.ts";
import { Pin } from "../shipments/shipment/pin.tsx";
import type { Board } from "./board.ts";
import { ChargeWaiting } from "./charge-waiting.tsx";
import type { Action } from "./next-actions.ts";
import { usePermitted } from "./permitted.ts";
import { boardPaths } from "./reading.ts";
import { CallContact, CallDriver, OpenPage, OpenShipment, PlaceStop } from "./remedy-buttons.tsx";

interface ActionsProps {
  board: Board;
  shipment: ShipmentView | undefined;
  job: Job | undefined;
  actions: readonly Action[];
  /** The item of a driver who waits at the pickup. */
  waiting?: AttentionItemView | undefined;
}

/** What can be done. Only the first button is filled: the next right action. */
export function Actions({ actions, ...of }: ActionsProps) {
  const isPermitted = usePermitted(of.board.side);
  const { refusal } = usePermissions();
  const permitted = actions.filter(isPermitted);
  return (
    <Stack gap="xs">
      {permitted.length < actions.length && (
        <Text size="sm" c="dimmed">
          {refusal}
        </Text>
      )}
      {permitted.map((action, index) => (
        <Remedy key={action.action} action={action} isNext={index === 0} {...of} />
      ))}
    </Stack>
  );
}

interface RemedyProps extends Omit<ActionsProps, "actions"> {
  action: Action;
  isNext: boolean;
}

function Remedy({ board, shipment, job, action, isNext, waiting }: RemedyProps) {
  switch (action.action) {
    case "assign_driver":
      return (
        job && (
          <JobDriver
            side={board.side}
            assign={board.assign}
            drivers={board.drivers}
            job={job}
            isNext={isNext}
            placeOf={({ id, position }) => board.movements.drivers.get(id)?.position ?? position}
            changes={boardPaths(board.side)}
          />
        )
      );
    case "read_pin":
      return shipment && <Pin shipment={shipment} isNext={isNext} />;
    case "set_pin":
    case "search_addresses":
      return shipment && <PlaceStop shipment={shipment} action={action} isNext={isNext} />;
    case "read_tracking":
    case "report_for_fleet":
      return shipment && <OpenShipment shipment={shipment} action={action} isNext={isNext} />;
    case "read_contact":
      return shipment && <CallContact shipment={shipment} isNext={isNext} />;
    case "read_driver":
      return <CallDriver board={board} action={action} isNext={isNext} />;
    case "change_rate_card":
      return (
        <OpenPage
          label="Change the rate card"
          to={board.side.link("/carriers/$carrierId/rate-card", { carrierId: ownerOf(action) })}
          isNext={isNext}
        />
      );
    case "add_charge":
      return <ChargeWaiting side={board.side} action={action} item={waiting} isNext={isNext} />;
    case "list_driver_tokens":
      return (
        <OpenPage
          label="Open tokens"
          to={board.side.link("/drivers/$driverId/tokens", { driverId: ownerOf(action) })}
          isNext={isNext}
        />
      );
    default:
      return <Call board={board} action={action} isNext={isNext} />;
  }
}

/** The id before the last part of its path. */
const ownerOf = ({ path }: Action) => path.split("/").at(-2) ?? "";

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
function Call({ board, action, isNext }: Pick<RemedyProps, "board" | "action" | "isNext">) {
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
