import { Button, Group, Text } from "@mantine/core";
import { IconPlus, IconTruck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { formatMs, formatPercent, humanize } from "../../format.ts";
import { useList } from "../../queries.ts";
import { type Side, useSide } from "../../side.ts";
import { environmentLooks } from "../../theme.ts";
import { CarrierLink } from "./carrier-link.tsx";
import { CarrierState } from "./carrier-state.tsx";
import { useKindNames } from "./kinds.tsx";
import { marginText } from "./margin-values.ts";

const leads = {
  sandbox: "Simulated carriers are built in. Add your own to try them before you go live.",
  live: "Waybill requests quotes from these carriers. Add the ones that deliver for you.",
} as const;

/** The carriers of an account: its own, and the installation's that it may use. */
export function CarriersPage() {
  const { environment } = useSide();
  return (
    <Page title="Carriers" lead={leads[environment]} action={<AddCarrier />}>
      <CarriersTable />
    </Page>
  );
}

/** The operator's list of the installation's carriers. */
export function InstallationCarriersPage() {
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={640}>
          Every account may use these carriers, or only the accounts that you name.
        </Text>
        <AddCarrier />
      </Group>
      <CarriersTable />
    </>
  );
}

function AddCarrier() {
  const side = useSide();
  return (
    <Permitted needs={side.needing("carriers:write")}>
      <Button
        leftSection={<IconPlus size={18} />}
        renderRoot={(props) => <Link {...side.link("/carriers/new")} {...props} />}
      >
        Add carrier
      </Button>
    </Permitted>
  );
}

/** What only one side asks about a carrier. */
const columnsOfSides: Readonly<Record<Side["base"], Column<CarrierDetails>>> = {
  "/platform": {
    title: "Owner",
    cell: ({ owner }) => (owner === "account" ? "This account" : "Installation"),
  },
  "/operator": { title: "Margin", cell: (carrier) => marginText(carrier) },
};

function CarriersTable() {
  const { base, call, environment } = useSide();
  const carriers = useList(`${base}/carriers`, call);
  const kindNames = useKindNames(environment);
  const { word } = environmentLooks[environment];
  return (
    <ListTable
      list={carriers}
      label="Carriers"
      keyOf={({ id }) => id}
      columns={[
        { title: "Carrier", main: true, cell: (carrier) => <Name carrier={carrier} /> },
        { title: "Status", badge: true, cell: (carrier) => <CarrierState carrier={carrier} /> },
        { title: "Kind", cell: ({ kind }) => kindNames.get(kind) ?? humanize(kind) },
        columnsOfSides[base],
        {
          title: "Response rate (24 h)",
          align: "right",
          cell: ({ health }) => (health === null ? "—" : formatPercent(health.answered, health.asked)),
        },
        {
          title: "p95",
          align: "right",
          cell: ({ health }) => formatMs(health?.p95_ms ?? null),
        },
      ]}
      empty={
        <Empty icon={IconTruck} title={`No ${word.toLowerCase()} carriers yet`} action={<AddCarrier />}>
          Add your own fleet with a rate card, or connect a carrier over the carrier protocol.
        </Empty>
      }
    />
  );
}

function Name({ carrier }: { carrier: CarrierDetails }) {
  return (
    <>
      <CarrierLink carrier={carrier} fw={600} fz="sm">
        {carrier.name}
      </CarrierLink>
      <Text size="xs" c="dimmed" maw={280} truncate>
        {carrier.code}
      </Text>
    </>
  );
}
