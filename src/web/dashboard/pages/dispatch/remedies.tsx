import { Stack, Text } from "@mantine/core";
import type { AttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { Job } from "../../assigning/job.ts";
import { JobDriver } from "../../assigning/job-driver.tsx";
import { usePermissions } from "../../permissions.ts";
import { Pin } from "../shipments/shipment/pin.tsx";
import type { Board } from "./board.ts";
import { ChargeWaiting } from "./charge-waiting.tsx";
import type { Action } from "./next-actions.ts";
import { usePermitted } from "./permitted.ts";
import { boardPaths } from "./reading.ts";
import { CallContact, CallDriver, OpenPage, OpenShipment, PlaceStop } from "./remedy-buttons.tsx";
import { Call } from "./remedy-call.tsx";

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
