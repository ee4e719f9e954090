import { Button, Card, Group, Text } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { useMemo } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { isFinal } from "@/delivery/lifecycle/state/status.ts";
import type { TrackingView } from "@/delivery/lifecycle/tracking/schema.ts";
import { knownPlace } from "@/delivery/model/address.ts";
import type { Status } from "@/delivery/model/model.ts";
import { baseFor } from "@/web/map/base.ts";
import type { Place } from "@/web/map/place.ts";
import { placesOf, type Route, type RouteEnd } from "@/web/map/route.ts";
import { spotOf } from "@/web/map/whereabouts.ts";
import { Permitted } from "../../../components/permitted.tsx";
import { RouteMapView } from "../../../components/route-map.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { Time } from "../../../components/time.tsx";
import { formatDistance, humanize, isWithinTown } from "../../../format.ts";
import type { StopName } from "../new/stop-fields.tsx";
import { useStopsToPin } from "./pinnable.ts";
import { unknownInWords, wayInWords } from "./way-in-words.ts";

/** The stops still ahead of a driver who has set out. */
const aheadOf: Partial<Record<Status, readonly RouteEnd["kind"][]>> = {
  assigned: ["pickup", "delivery"],
  in_transit: ["delivery"],
  returning: ["pickup"],
};

interface LiveMapProps {
  shipment: ShipmentView;
  tracking: TrackingView | undefined;
  traveled: readonly Place[];
  /** Opens the dialog that sets the pin of a stop. */
  onPin: (stop: StopName) => void;
}

/** The route, the part already traveled, and the current position. */
export function LiveMap({ shipment, tracking, traveled, onPin }: LiveMapProps) {
  const { status } = shipment;
  const isMoving = aheadOf[status] !== undefined;
  const driver = isMoving ? (traveled.at(-1) ?? tracking?.position ?? null) : null;
  const entries = tracking?.entries;
  const route = useMemo<Route>(() => {
    const scans = traveled.length > 0 ? [] : scansOf(entries ?? []);
    const drawn = { ends: endsOf(shipment), traveled, scans, driver };
    return { ...drawn, planned: plannedOf(shipment.status, drawn) };
  }, [shipment, traveled, driver, entries]);
  const unknown = unknownInWords(shipment);
  if (route.ends.length === 0 && unknown === "") return null;
  return (
    <Card component="section" withBorder padding={0} aria-label="Map">
      {baseFor(placesOf(route)) && <RouteMapView route={route} label="Route map" />}
      <Group gap="md" px="lg" py="sm">
        {shipment.distance_meters !== null && (
          <Text size="sm">{formatDistance(shipment.distance_meters)} (straight line)</Text>
        )}
        {unknown !== "" && <Text size="sm">{unknown}</Text>}
        <PinButtons shipment={shipment} onPin={onPin} />
        {(status === "in_transit" || status === "returning") && tracking && tracking.progress.percent > 0 && (
          <Text size="sm">
            {tracking.progress.percent}% of the {status === "returning" ? "way back" : "route"}
          </Text>
        )}
        {driver && <Text size="sm">{wayInWords(route, tracking?.eta)}</Text>}
        {isMoving && tracking?.driver && (
          <Text size="sm">
            {tracking.driver.name}, {humanize(tracking.driver.vehicle.type).toLowerCase()}
          </Text>
        )}
        {isMoving && tracking?.position && (
          <Text size="sm" c="dimmed">
            Position <Time at={tracking.position.recorded_at} />
          </Text>
        )}
        {isMoving && tracking?.position?.stale && <StatusBadge tone="warn">No recent position</StatusBadge>}
      </Group>
    </Card>
  );
}

/** One for each stop whose driver can still be told. */
function PinButtons({ shipment, onPin }: Pick<LiveMapProps, "shipment" | "onPin">) {
  const stops = useStopsToPin(shipment) ?? [];
  if (stops.length === 0) return null;
  return (
    <Permitted needs={["shipments:write"]}>
      <Group gap="xs">
        {stops.map((stop) => (
          <Button
            key={stop}
            size="xs"
            variant="default"
            leftSection={<IconMapPin size={14} />}
            onClick={() => onPin(stop)}
          >
            {knownPlace(shipment[stop].address) ? "Move" : "Set"} the pin of the {stop}
          </Button>
        ))}
      </Group>
    </Permitted>
  );
}

/** Where it was scanned, oldest first. */
function scansOf(entries: TrackingView["entries"]): readonly Place[] {
  return entries.flatMap(({ code, location }) => (code === "scanned" && location ? [location] : []));
}

/** The stops, called by their town; within a town by what they are. Of some only the town is known. */
function endsOf(shipment: ShipmentView): RouteEnd[] {
  const { pickup, delivery } = shipment;
  const isLocal = isWithinTown(shipment);
  return [["pickup", pickup.address] as const, ["delivery", delivery.address] as const].flatMap(
    ([kind, address]) => {
      const spot = spotOf(address);
      const label = isLocal ? humanize(kind) : address.city;
      if (!spot) return [];
      return [
        {
          ...spot,
          kind,
          label: spot.radiusMeters === undefined ? label : `${humanize(kind)}: somewhere in ${address.city}`,
        },
      ];
    },
  );
}

/** From the driver's position on; from pickup to delivery until a driver sets out. */
function plannedOf(status: Status, { ends, traveled, driver }: Omit<Route, "planned">): readonly Place[] {
  const known = ends.filter(({ radiusMeters }) => radiusMeters === undefined);
  if (driver) return [driver, ...known.filter(({ kind }) => aheadOf[status]?.includes(kind))];
  return isFinal(status) && traveled.length > 0 ? [] : known;
}
