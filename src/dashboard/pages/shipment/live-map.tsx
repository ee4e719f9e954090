import { Card, Group, Text } from "@mantine/core";
import { useMemo } from "react";
import type { ShipmentView } from "../../../shipments/schema.ts";
import type { TrackingView } from "../../../tracking/schema.ts";
import { RouteMapView } from "../../components/route-map.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import type { Place, Route, RouteEnd } from "../../map/route-map.ts";
import { distanceInWords, inWords } from "../../words.ts";

interface LiveMapProps {
  shipment: ShipmentView;
  tracking: TrackingView | undefined;
  travelled: readonly Place[];
}

/** Where it goes, where it has been, and where it is now. */
export function LiveMap({ shipment, tracking, travelled }: LiveMapProps) {
  const { status } = shipment;
  const isMoving = status === "assigned" || status === "in_transit" || status === "returning";
  const driver = isMoving ? (travelled.at(-1) ?? tracking?.position ?? null) : null;
  const route = useMemo<Route>(
    () => ({ ends: endsOf(shipment), travelled, driver, isPlanShown: true }),
    [shipment, travelled, driver],
  );
  if (route.ends.length === 0) return null;
  return (
    <Card component="section" withBorder padding={0} aria-label="Where it is">
      <RouteMapView route={route} label="Map of the way" />
      <Group gap="md" px="lg" py="sm">
        {shipment.distance_meters !== null && (
          <Text size="sm">{distanceInWords(shipment.distance_meters)} as the crow flies</Text>
        )}
        {isMoving && tracking && tracking.progress.percent > 0 && (
          <Text size="sm">{tracking.progress.percent} % of the way</Text>
        )}
        {isMoving && tracking?.driver && (
          <Text size="sm">
            {tracking.driver.name}, {inWords(tracking.driver.vehicle.type).toLowerCase()}
          </Text>
        )}
        {isMoving && tracking?.position && (
          <Text size="sm" c="dimmed">
            Position <Time at={tracking.position.recorded_at} />
          </Text>
        )}
        {isMoving && tracking?.position?.stale && <StatusBadge tone="warn">Out of touch</StatusBadge>}
      </Group>
    </Card>
  );
}

/** Those whose place is known. */
function endsOf({ pickup, delivery }: ShipmentView): RouteEnd[] {
  return [["pickup", pickup.address] as const, ["delivery", delivery.address] as const].flatMap(
    ([kind, { latitude, longitude, city, geocode_source }]) =>
      latitude === null || longitude === null || geocode_source === "country"
        ? []
        : [{ kind, latitude, longitude, label: city }],
  );
}
