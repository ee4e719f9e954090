import { Button, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { isHouseKnown } from "@/delivery/model/address.ts";
import { follow } from "../../../browser/api.ts";
import type { Job } from "../../assigning/job.ts";
import { JobDriver } from "../../assigning/job-driver.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { usePermissions } from "../../permissions.ts";
import { useAction } from "../../queries.ts";
import { Pin } from "../shipments/shipment/pin.tsx";
import type { Board } from "./board.ts";
import type { Action } from "./next-actions.ts";
import { usePermitted } from "./permitted.ts";
import { boardPaths } from "./reading.ts";

interface ActionsProps {
  board: Board;
  shipment: ShipmentView | undefined;
  job: Job | undefined;
  actions: readonly Action[];
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

function Remedy({ board, shipment, job, action, isNext }: RemedyProps) {
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
    case "list_driver_tokens":
      return <OpenTokens side={board.side} action={action} isNext={isNext} />;
    default:
      return <Call board={board} action={action} isNext={isNext} />;
  }
}

const openTexts: Record<string, string> = {
  read_tracking: "Open tracking",
  report_for_fleet: "Report for the driver",
};

function OpenShipment({
  shipment: { id, environment },
  action,
  isNext,
}: { shipment: ShipmentView } & Pick<RemedyProps, "action" | "isNext">) {
  return (
    <Button
      variant={isNext ? "filled" : "default"}
      renderRoot={(props) => (
        <Link to="/$environment/shipments/$shipmentId" params={{ environment, shipmentId: id }} {...props} />
      )}
    >
      {openTexts[action.action]}
    </Button>
  );
}

/** Opens the map with the pin of the unclear stop. */
function PlaceStop({
  shipment,
  action,
  isNext,
}: { shipment: ShipmentView } & Pick<RemedyProps, "action" | "isNext">) {
  const { id, environment } = shipment;
  const stop = unclearStopOf(shipment);
  const isSearch = action.action === "search_addresses";
  return (
    <Button
      variant={isNext ? "filled" : "default"}
      renderRoot={(props) => (
        <Link
          to="/$environment/shipments/$shipmentId"
          params={{ environment, shipmentId: id }}
          search={isSearch ? { search: stop } : { pin: stop }}
          {...props}
        />
      )}
    >
      {isSearch ? "Search again" : "Set the pin"}
    </Button>
  );
}

/** The stop whose house is not known; of two the delivery. */
function unclearStopOf({ pickup, delivery, status }: ShipmentView): "pickup" | "delivery" {
  return status === "assigned" && isHouseKnown(delivery.address) && !isHouseKnown(pickup.address)
    ? "pickup"
    : "delivery";
}

/** Who is at the door knows where it is. */
function CallContact({ shipment, isNext }: { shipment: ShipmentView } & Pick<RemedyProps, "isNext">) {
  const { name, phone } = shipment[unclearStopOf(shipment)].contact;
  if (phone === null) return null;
  return (
    <Button component="a" href={`tel:${phone}`} variant={isNext ? "filled" : "default"}>
      Call {name}
    </Button>
  );
}

/** Only who has a number can be called. */
function CallDriver({ board, action, isNext }: Pick<RemedyProps, "board" | "action" | "isNext">) {
  const driver = board.drivers.find(({ id }) => action.path.endsWith(`/${id}`));
  if (!driver?.phone) return null;
  return (
    <Button component="a" href={`tel:${driver.phone}`} variant={isNext ? "filled" : "default"}>
      Call {driver.name}
    </Button>
  );
}

/** Where somebody says whose clock counts. */
function OpenTokens({
  side,
  action,
  isNext,
}: { side: Board["side"] } & Pick<RemedyProps, "action" | "isNext">) {
  const driverId = action.path.split("/").at(-2) ?? "";
  return (
    <Button
      variant={isNext ? "filled" : "default"}
      renderRoot={(props) => <Link {...side.link("/drivers/$driverId/tokens", { driverId })} {...props} />}
    >
      Open tokens
    </Button>
  );
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
