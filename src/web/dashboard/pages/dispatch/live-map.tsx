import { Skeleton, Text } from "@mantine/core";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { StopView } from "@/delivery/fleet/dispatch/stops/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import type { LiveDriver, LivePosition } from "@/delivery/fleet/live/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { knownPlace } from "@/delivery/model/address.ts";
import type { Area, BoardMap, WayPoint } from "../../../map/board-map.ts";
import type { Dot } from "../../../map/board-pins.ts";
import type { Place } from "../../../map/place.ts";
import { spotOf } from "../../../map/whereabouts.ts";
import { droppedJobs } from "../../assigning/job.ts";
import { nameOfShipment } from "../../format.ts";
import { useRead } from "../../queries.ts";
import type { Board } from "./board.ts";
import type { Moved } from "./movements.ts";

/** The one map of the page. Who moves is moved past React. */
export function LiveMap({ board }: { board: Board }) {
  const { drivers, shipments, chosen, movements } = board;
  const place = useRef<HTMLElement>(null);
  const seen = useRef(new Set<Source>());
  const [map, setMap] = useState<BoardMap>();
  const choose = useEffectEvent((id: string) =>
    board.choose(id.startsWith("drv_") ? { driver: id } : { shipment: shipmentOf(id) }),
  );
  const give = useEffectEvent((driverId: string, data: DataTransfer) => {
    const driver = drivers.find(({ id }) => id === driverId);
    if (driver) board.give(droppedJobs(data), driver);
  });
  const showListed = useEffectEvent((map: BoardMap, id: string) => {
    const driver = drivers.find((each) => each.id === id);
    if (driver) showDriver(map, liveOf(driver));
    else map.forget(id);
  });
  useEffect(() => {
    let isGone = false;
    let drawn: BoardMap | undefined;
    void import("../../../map/board-map.ts").then(({ drawBoardMap }) => {
      if (isGone || place.current === null) return;
      drawn = drawBoardMap(place.current, {
        onChoose: (id) => choose(id),
        onDrop: (id, data) => give(id, data),
      });
      setMap(drawn);
    });
    return () => {
      isGone = true;
      drawn?.remove();
    };
  }, []);
  useEffect(() => {
    if (!map) return;
    const show = ({ drivers, carriers, over, forgotten }: Moved) => {
      for (const driver of drivers) showDriver(map, driver);
      for (const carrier of carriers) map.move(carrierDot(carrier));
      for (const id of over) map.forget(carrierDotId(id));
      for (const id of forgotten) showListed(map, id);
    };
    for (const driver of movements.drivers.values()) showDriver(map, driver);
    for (const carrier of movements.carriers.values()) map.move(carrierDot(carrier));
    return movements.follow((moved) => {
      show(moved);
      const isSeen = moved.drivers.some(hasDot) || moved.carriers.length > 0;
      if (isSeen) showAllOnce(map, seen.current, "movements");
    });
  }, [map, movements]);
  useEffect(() => {
    if (!map) return;
    for (const driver of drivers) if (!movements.drivers.has(driver.id)) showDriver(map, liveOf(driver));
    const stops = shipments.flatMap(nextStopOf);
    const areas = areasOf(shipments);
    map.showStops(stops);
    map.showAreas(areas);
    // The lists come one after the other, and either may be all that has a place.
    if (stops.length + areas.length > 0) showAllOnce(map, seen.current, "stops");
    if (drivers.some((driver) => hasDot(liveOf(driver)))) showAllOnce(map, seen.current, "drivers");
  }, [map, drivers, shipments, movements]);
  const stops = useStopsOf(board);
  useEffect(() => {
    if (chosen.shipment === undefined) {
      map?.choose(chosen.driver, wayOfStops(stops));
      return;
    }
    const shipment = shipments.find(({ id }) => id === chosen.shipment);
    map?.choose(chosen.shipment, shipment ? wayOf(shipment) : []);
  }, [map, chosen.driver, chosen.shipment, shipments, stops]);
  const unknown = stops.filter(({ address }) => knownPlace(address) === undefined).length;
  return (
    <>
      <Skeleton visible={map === undefined}>
        <section ref={place} className="board-map" aria-label="Map of drivers and stops" />
      </Skeleton>
      {unknown > 0 && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {unknown} of {stops.length} stops {unknown === 1 ? "is" : "are"} not on the map: nobody knows the
          place.
        </Text>
      )}
    </>
  );
}

const none: readonly never[] = [];

/** The stops of the chosen driver that are theirs, in their order. */
function useStopsOf({ side, chosen }: Board): readonly StopView[] {
  const isDriver = chosen.driver !== undefined && chosen.shipment === undefined;
  const { data } = useRead(`${side.base}/drivers/${chosen.driver ?? ""}/stops`, {
    ...side.call,
    enabled: isDriver,
  });
  const stops = isDriver ? data?.data : undefined;
  return useMemo(() => stops?.filter(({ state }) => state !== "offered") ?? none, [stops]);
}

/** Those whose place is known, with their numbers in the whole order. */
function wayOfStops(stops: readonly StopView[]): WayPoint[] {
  return stops.flatMap(({ address }, index) => {
    const place = knownPlace(address);
    return place ? [{ ...place, label: String(index + 1) }] : [];
  });
}

/** Where dots come from. */
type Source = "drivers" | "stops" | "movements";

/** When a dot is seen for the first time; afterwards the map stays where the person put it. */
function showAllOnce(map: BoardMap, seen: Set<Source>, source: Source): void {
  if (seen.has(source)) return;
  seen.add(source);
  map.showAll();
}

function hasDot({ on_duty, position }: LiveDriver): boolean {
  return on_duty && position !== null;
}

function showDriver(map: BoardMap, driver: LiveDriver): void {
  const { driver_id: id, name, position } = driver;
  if (position === null || !hasDot(driver)) map.forget(id);
  else map.move({ id, kind: "driver", label: name, ...pointOf(position) });
}

/** A driver as the list has them, in the words of the stream. */
function liveOf({ id, carrier_id, name, on_duty, position }: DriverView): LiveDriver {
  return {
    driver_id: id,
    carrier_id,
    name,
    on_duty,
    position: position && { ...position, received_at: position.recorded_at },
  };
}

const pointOf = ({ latitude, longitude }: Place) => ({ latitude, longitude });
const carrierDotId = (shipmentId: string) => `${shipmentId}.carrier`;
const shipmentOf = (dotId: string) => dotId.replace(".carrier", "");

function carrierDot({ shipment_id, position }: LivePosition): Dot {
  return {
    id: carrierDotId(shipment_id),
    kind: "carrier",
    label: "A carrier's driver",
    ...pointOf(position),
  };
}

function nextAddressOf({ status, pickup, delivery }: ShipmentView): ShipmentView["pickup"]["address"] {
  return (status === "in_transit" ? delivery : pickup).address;
}

/** The towns that have stops whose place is not known. */
function areasOf(shipments: readonly ShipmentView[]): Area[] {
  const unknown = shipments.map(nextAddressOf).filter(({ latitude, area }) => latitude === null && area);
  return [...Map.groupBy(unknown, ({ area }) => `${area?.latitude} ${area?.longitude}`).values()].flatMap(
    ([first, ...others]) => {
      const spot = first && spotOf(first);
      const count = others.length === 0 ? "1 stop" : `${others.length + 1} stops`;
      return spot?.radiusMeters === undefined
        ? []
        : [{ ...spot, radiusMeters: spot.radiusMeters, label: `${count} somewhere in ${first?.city}` }];
    },
  );
}

/** The stop that a shipment waits for. */
function nextStopOf(shipment: ShipmentView): Dot[] {
  const isPickedUp = shipment.status === "in_transit";
  const address = nextAddressOf(shipment);
  if (address.latitude === null || address.longitude === null) return [];
  return [
    {
      id: shipment.id,
      kind: isPickedUp ? "delivery" : "pickup",
      label: nameOfShipment(shipment),
      latitude: address.latitude,
      longitude: address.longitude,
    },
  ];
}

function wayOf({ pickup, delivery }: ShipmentView): Place[] {
  return [pickup, delivery].flatMap(({ address: { latitude, longitude } }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
}
