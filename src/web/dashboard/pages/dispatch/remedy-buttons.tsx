import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { isHouseKnown } from "@/delivery/model/address.ts";
import type { Board } from "./board.ts";
import type { Action } from "./next-actions.ts";

/** Remedies that lead to another page, or to a phone. */

interface RemedyProps {
  board: Board;
  action: Action;
  isNext: boolean;
}

const openTexts: Record<string, string> = {
  read_tracking: "Open tracking",
  report_for_fleet: "Report for the driver",
};

export function OpenShipment({
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
export function PlaceStop({
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

/** Who is at the door knows where it is, and who sends it what a driver at the pickup waits for. */
export function CallContact({ shipment, isNext }: { shipment: ShipmentView } & Pick<RemedyProps, "isNext">) {
  const stop = shipment.substatus === "at_pickup" ? "pickup" : unclearStopOf(shipment);
  const { name, phone } = shipment[stop].contact;
  if (phone === null) return null;
  return (
    <Button component="a" href={`tel:${phone}`} variant={isNext ? "filled" : "default"}>
      Call {name}
    </Button>
  );
}

/** Only who has a number can be called. */
export function CallDriver({ board, action, isNext }: Pick<RemedyProps, "board" | "action" | "isNext">) {
  const driver = board.drivers.find(({ id }) => action.path.endsWith(`/${id}`));
  if (!driver?.phone) return null;
  return (
    <Button component="a" href={`tel:${driver.phone}`} variant={isNext ? "filled" : "default"}>
      Call {driver.name}
    </Button>
  );
}

interface OpenPageProps extends Pick<RemedyProps, "isNext"> {
  label: string;
  to: ReturnType<Board["side"]["link"]>;
}

/** Where somebody puts it right. */
export function OpenPage({ label, to, isNext }: OpenPageProps) {
  return (
    <Button variant={isNext ? "filled" : "default"} renderRoot={(props) => <Link {...to} {...props} />}>
      {label}
    </Button>
  );
}
