import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconPlus, IconSteeringWheel, IconTruck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Duty } from "../../components/status-badge.tsx";
import { ToPrint } from "../../components/to-print.tsx";
import { useEnvironment } from "../../environment.ts";
import { humanize } from "../../format.ts";
import { useList } from "../../queries.ts";
import { useSide } from "../../side.ts";
import { ImportList } from "../imports/import-list.tsx";
import { FleetDays } from "./days-file.tsx";
import { useFleets } from "./fleets.ts";
import { driverEveryMs } from "./use-driver.ts";

/** The drivers of an account's own fleets. */
export function DriversPage() {
  const environment = useEnvironment();
  return (
    <Page
      title="Drivers"
      lead="The people of your own fleets. Each connects a phone with a link, without an app."
      action={
        <Group gap="xs">
          <FleetDays />
          <ToPrint to="/$environment/print/how-to" params={{ environment }} search={{ who: "rider" }}>
            How it works
          </ToPrint>
          <ImportList kind="drivers" />
          <AddDriver />
        </Group>
      }
    >
      <DriversTable />
    </Page>
  );
}

/** The operator's list of the drivers of the installation's fleets. */
export function InstallationDriversPage() {
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={640}>
          The people of the installation's fleets. Each connects a phone with a link, without an app.
        </Text>
        <Group gap="xs">
          <FleetDays />
          <AddDriver />
        </Group>
      </Group>
      <DriversTable />
    </>
  );
}

function AddDriver() {
  const side = useSide();
  return (
    <Permitted needs={side.needing("drivers:write")}>
      <Button
        leftSection={<IconPlus size={18} />}
        renderRoot={(props) => <Link {...side.link("/drivers/new")} {...props} />}
      >
        Add driver
      </Button>
    </Permitted>
  );
}

function DriversTable() {
  const { base, call } = useSide();
  const drivers = useList(`${base}/drivers`, { ...call, refetchInterval: driverEveryMs });
  const fleets = useFleets();
  const nameOf = (id: string) => fleets?.find((fleet) => fleet.id === id)?.name ?? "—";
  return (
    <ListTable
      list={drivers}
      label="Drivers"
      keyOf={({ id }) => id}
      columns={[
        { title: "Driver", main: true, cell: (driver) => <Name driver={driver} /> },
        { title: "Duty", badge: true, cell: (driver) => <Duty driver={driver} /> },
        { title: "Vehicle", cell: ({ vehicle }) => vehicleText(vehicle) },
        { title: "Fleet", cell: ({ carrier_id }) => nameOf(carrier_id) },
        { title: "Jobs", align: "right", cell: (driver) => jobsText(driver) },
        {
          title: "Devices",
          align: "right",
          cell: ({ devices, without_phone }) => (without_phone ? "No phone" : devices),
        },
      ]}
      empty={fleets?.length === 0 ? <NoFleet /> : <NoDrivers />}
    />
  );
}

function Name({ driver: { id, name, phone } }: { driver: DriverView }) {
  const side = useSide();
  return (
    <>
      <Anchor
        fw={600}
        fz="sm"
        renderRoot={(props) => <Link {...side.link("/drivers/$driverId", { driverId: id })} {...props} />}
      >
        {name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {phone ?? "No phone number"}
      </Text>
    </>
  );
}

function vehicleText({ type, plate }: DriverView["vehicle"]): string {
  return plate === null ? humanize(type) : `${humanize(type)}, ${plate}`;
}

function jobsText({ active_assignments, capacity }: DriverView): string {
  return capacity.assignments === null
    ? String(active_assignments)
    : `${active_assignments} of ${capacity.assignments}`;
}

function NoDrivers() {
  return (
    <Empty icon={IconSteeringWheel} title="No drivers yet" action={<AddDriver />}>
      Add a driver, then let the driver's phone scan the link.
    </Empty>
  );
}

/** Drivers belong to fleets. */
function NoFleet() {
  const side = useSide();
  const action = (
    <Permitted needs={side.needing("carriers:write")}>
      <Button renderRoot={(props) => <Link {...side.link("/carriers/new")} {...props} />}>Add a fleet</Button>
    </Permitted>
  );
  return (
    <Empty icon={IconTruck} title="No fleet yet" action={action}>
      Drivers belong to a fleet: a carrier of your own with a rate card.
    </Empty>
  );
}
