import { Grid, Group, Stack } from "@mantine/core";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { OverCapacity, useAssign } from "../../assigning/assign.tsx";
import { useDrivers } from "../../assigning/drivers.ts";
import { ChoiceFilter, FilterBar, TextFilter, WordsFilter } from "../../components/filter-bar.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { RushHour } from "../../components/rush-hour.tsx";
import { ToPrint } from "../../components/to-print.tsx";
import { useEnvironment } from "../../environment.ts";
import { humanize } from "../../format.ts";
import { rowsMax } from "../../read-all.ts";
import { useSide } from "../../side.ts";
import { useAsWindowName } from "../../window-name.ts";
import { useFleets } from "../drivers/fleets.ts";
import { SoundSwitch, useAlarm } from "./alarm.tsx";
import { type Board, useAddress } from "./board.ts";
import { Chosen } from "./chosen.tsx";
import { Drivers } from "./drivers.tsx";
import { countText, figuresOf, openStatuses, totalOf } from "./figures.ts";
import { useLive } from "./live.ts";
import { LiveMap } from "./live-map.tsx";
import { LoadMenus } from "./load-menu.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { OtherDispatch } from "./other-dispatch.tsx";
import { Practice, PracticeNotice } from "./practice.tsx";
import { boardPaths, useAttention, useAttentionTotal, useShipments, useStatistics } from "./reading.ts";
import { Shipments, shipmentsHeadingId } from "./shipments.tsx";

/** The one page from which a person runs the day. */

const statusData = openStatuses.map((value) => ({ value, label: humanize(value) }));
const driverData = [
  { value: "true", label: "Without a driver" },
  { value: "false", label: "All others" },
];

/** For an account: its own shipments. */
export function DispatchPage() {
  const environment = useEnvironment();
  return (
    <Page
      title="Dispatch"
      action={
        <Group gap="sm">
          <ToPrint to="/$environment/print/how-to" params={{ environment }} search={{ who: "dispatcher" }}>
            How it works
          </ToPrint>
          <Practice />
          <RushHour environment={environment} />
        </Group>
      }
    >
      <OtherDispatch />
      <PracticeNotice environment={environment} />
      <Dispatching key={environment} />
    </Page>
  );
}

/** For the operator: the jobs of the installation's carriers. */
export function InstallationDispatchPage() {
  return (
    <>
      <OtherDispatch />
      <Dispatching key={useEnvironment()} />
    </>
  );
}

const none: readonly never[] = [];
const noFilters = { q: "", status: "", carrier_id: "", without_driver: "" };

function Dispatching() {
  const side = useSide();
  const { filters, change, choose } = useAddress();
  const alarm = useAlarm();
  const attention = useAttention(side);
  const drivers = useDrivers(side);
  const { shipment: _shipment, driver: _driver, ...listed } = filters;
  const statuses = filters.status ?? openStatuses.join();
  const read = useShipments(side, { ...listed, status: statuses });
  const statistics = useStatistics(side);
  const { movements, isBroken } = useLive(side, alarm.ring);
  const assign = useAssign(side, boardPaths(side));
  const items = attention.data ?? none;
  const attentionTotal = useAttentionTotal(side, items.length);
  useAsWindowName(attentionTotal > 0 ? `(${attentionTotal})` : undefined);
  const shipments = read.data?.filter(({ status }) => statuses.split(",").includes(status)) ?? none;
  const board: Board = {
    side,
    movements,
    drivers: drivers.data ?? none,
    attention: items,
    attentionTotal,
    shipments,
    shipmentsText: countText(
      shipments.length,
      (read.data?.length ?? 0) < rowsMax,
      totalOf(listed, statistics.data),
    ),
    figures: statistics.data && figuresOf(statistics.data),
    filters: listed,
    show: (filters) => {
      change({ ...noFilters, ...filters });
      document.getElementById(shipmentsHeadingId)?.focus();
    },
    chosen: { shipment: filters.shipment, driver: filters.driver },
    choose,
    assign,
  };
  return (
    <>
      <Group justify="space-between" align="end" gap="sm">
        {side.isInstallation && <span />}
        {!side.isInstallation && (
          <DispatchFilters filters={filters} change={change} shipments={read.data ?? none} />
        )}
        <Group gap="sm">
          <LoadMenus isPermitted={assign.isPermitted} />
          <SoundSwitch isOn={alarm.isOn} change={alarm.change} />
        </Group>
      </Group>
      {isBroken && (
        <Notice tone="warn" role="status">
          The live view is interrupted. Waybill reconnects by itself.
        </Notice>
      )}
      <ProblemAlert problem={attention.error ?? drivers.error ?? read.error ?? statistics.error} />
      <ActionProblem problem={assign.problem} />
      <OverCapacity assign={assign} />
      <Grid gap="sm" aria-busy={attention.isPending || undefined}>
        <Grid.Col span={{ base: 12, sm: 6, lg: 3.5 }}>
          <Stack gap="sm">
            <NeedsYou board={board} />
            {side.isInstallation && <Drivers board={board} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6, lg: 5 }}>
          <LiveMap board={board} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6, lg: 3.5 }}>
          <Chosen board={board} />
        </Grid.Col>
        {!side.isInstallation && (
          <>
            <Grid.Col span={{ base: 12, lg: 8.5 }} order={{ base: 5, lg: 4 }}>
              <Shipments board={board} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, sm: 6, lg: 3.5 }} order={{ base: 4, lg: 5 }}>
              <Drivers board={board} />
            </Grid.Col>
          </>
        )}
      </Grid>
    </>
  );
}

interface DispatchFiltersProps extends Pick<ReturnType<typeof useAddress>, "filters" | "change"> {
  shipments: readonly ShipmentView[];
}

function DispatchFilters({ filters, change, shipments }: DispatchFiltersProps) {
  const fleets = useFleets() ?? none;
  const carriers = new Map(
    [...fleets, ...shipments.flatMap(({ assignment }) => assignment?.carrier ?? [])].map(({ id, name }) => [
      id,
      name,
    ]),
  );
  const { shipment: _shipment, driver: _driver, ...set } = filters;
  return (
    <FilterBar
      filters={set}
      onClear={() => change(noFilters)}
      search={
        <TextFilter
          label="Search"
          placeholder="Number, name, street…"
          value={filters.q}
          onChange={(q) => change({ q })}
        />
      }
    >
      <WordsFilter
        label="Status"
        data={statusData}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      <ChoiceFilter
        label="Carrier"
        data={[...carriers].map(([value, label]) => ({ value, label }))}
        value={filters.carrier_id}
        onChange={(carrier_id) => change({ carrier_id })}
      />
      <ChoiceFilter
        label="Driver"
        data={driverData}
        value={filters.without_driver}
        onChange={(without_driver) => change({ without_driver })}
      />
    </FilterBar>
  );
}
