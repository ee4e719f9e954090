import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { StopsView } from "@/delivery/fleet/dispatch/stops/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { put } from "../../../browser/api.ts";
import { roomText } from "../../assigning/load.ts";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { Duty } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { ToPrint } from "../../components/to-print.tsx";
import { humanize, nameOfShipment } from "../../format.ts";
import { useAction, useRead } from "../../queries.ts";
import { DutyOf } from "../drivers/duty-switch.tsx";
import type { Board } from "./board.ts";
import { OutToday } from "./out-today.tsx";
import { Stops } from "./stops.tsx";
import { Told, WriteNote } from "./told.tsx";

/** A suggestion is computed some seconds after a change, without an event. */
const stopsEveryMs = 5_000;

/** The driver's stops in order, and a better order where there is one. */
export function ChosenDriver({ board, driver }: { board: Board; driver: DriverView }) {
  const { base, call, environment, isInstallation, link } = board.side;
  const mayOrder = board.assign.isPermitted;
  const { id, name, vehicle, position } = driver;
  const path = `${base}/drivers/${id}/stops` as const;
  const { data: stops, error } = useRead(path, { ...call, refetchInterval: stopsEveryMs });
  const order = useAction((ids: readonly string[]) => put(`${path}/order`, { stops: ids }, call), {
    changes: [path],
  });
  const names = new Map(board.shipments.map((shipment) => [shipment.id, nameOfShipment(shipment)]));
  return (
    <Stack gap="sm">
      <Group gap="xs" justify="space-between">
        <Title order={2} className="wrapping">
          {name}
        </Title>
        <Duty driver={driver} />
      </Group>
      <Text size="sm" c="dimmed">
        {humanize(vehicle.type)} · {roomText(driver)} · Position{" "}
        <Time at={position?.recorded_at ?? null} none="unknown" />
      </Text>
      {driver.without_phone && <WithoutPhone driver={driver} link={link} />}
      <ActionProblem problem={order.error} />
      {mayOrder && stops?.order && (
        <Button loading={order.isPending} onClick={() => order.mutate(stops.order?.suggested ?? [])}>
          {suggestionText(stops.order)}
        </Button>
      )}
      <ProblemAlert problem={stops ? null : error} />
      {stops && (
        <Stops
          stops={stops.data}
          isBusy={order.isPending}
          reorder={mayOrder ? order.mutate : undefined}
          // An operator knows a job by its driver's stops only.
          choose={(chosen) => board.choose({ ...chosen, ...(isInstallation && { driver: id }) })}
        />
      )}
      {!driver.without_phone && <Told of={{ driver_id: id }} names={names} />}
      {mayOrder && !driver.without_phone && <WriteNote key={id} driverId={id} />}
      {mayOrder && <OutToday driver={driver} />}
      {!isInstallation && (
        <ToPrint
          to="/$environment/print/run-sheet/$driverId"
          params={{ environment, driverId: id }}
          size="xs"
          w="fit-content"
        >
          Run sheet
        </ToPrint>
      )}
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...link("/drivers/$driverId", { driverId: id })} {...props} />}
      >
        Phone and settings
      </Anchor>
    </Stack>
  );
}

/** What a phone would do, the dispatcher does. */
function WithoutPhone({ driver, link }: { driver: DriverView; link: Board["side"]["link"] }) {
  return (
    <Group gap="sm">
      <DutyOf driver={driver} />
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link {...link("/drivers/$driverId/results", { driverId: driver.id })} {...props} />
        )}
      >
        Enter results
      </Anchor>
    </Group>
  );
}

/** Being in time at more stops can take longer. */
function suggestionText({
  minutes_saved,
  late_stops,
  late_stops_after,
}: NonNullable<StopsView["order"]>): string {
  const rescued = late_stops - late_stops_after;
  if (minutes_saved > 0) return `Save ${minutes_saved} min`;
  return rescued > 0 ? `Be in time at ${rescued} more` : "Take the suggested order";
}
