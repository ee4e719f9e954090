import { Grid, Group, Stack } from "@mantine/core";
import { useCallback, useMemo, useState } from "react";
import { OverCapacity, useAssign } from "../../assigning/assign.tsx";
import { AssignedMany, useAssignMany } from "../../assigning/assign-many.tsx";
import { useDrivers } from "../../assigning/drivers.ts";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { RushHour } from "../../components/rush-hour.tsx";
import { ToPrint } from "../../components/to-print.tsx";
import { useEnvironment } from "../../environment.ts";
import { useSide } from "../../side.ts";
import { useAsWindowName } from "../../window-name.ts";
import { useFleets } from "../drivers/fleets.ts";
import { SoundSwitch, useAlarm } from "./alarm.tsx";
import { type Board, useAddress } from "./board.ts";
import { Chosen } from "./chosen.tsx";
import { Drivers } from "./drivers.tsx";
import { countText, figuresOf, openStatuses, totalOf } from "./figures.ts";
import { carriersOf, DispatchFilters, noFilters } from "./filters.tsx";
import { useLive } from "./live.ts";
import { LiveMap } from "./live-map.tsx";
import { LoadMenus } from "./load-menu.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { OtherDispatch } from "./other-dispatch.tsx";
import { Practice, PracticeNotice } from "./practice.tsx";
import { boardPaths, useNeeds, useNeedsOf, useStatistics, useWork } from "./reading.ts";
import { useSelection } from "./selecting.ts";
import { Shipments, shipmentsHeadingId } from "./shipments.tsx";

/** The one page from which a person runs the day. */

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
/** Of those that nobody drives, and of all others: a list is read again whenever something changes. */
const readAtFirst = 100;

function Dispatching() {
  const side = useSide();
  const { filters, change, choose } = useAddress();
  const alarm = useAlarm();
  const { movements, isBroken, hasBegun } = useLive(side, alarm.ring);
  const needs = useNeeds(side, hasBegun);
  const ofChosen = useNeedsOf(side, filters.shipment, hasBegun);
  const drivers = useDrivers(side, hasBegun);
  const listed = useMemo(() => {
    const { shipment: _shipment, driver: _driver, ...others } = filters;
    return others;
  }, [filters]);
  const [max, setMax] = useState(readAtFirst);
  const read = useWork(side, listed, max, hasBegun);
  const statistics = useStatistics(side, hasBegun);
  const assign = useAssign(side, boardPaths(side));
  const assignMany = useAssignMany(side, boardPaths(side));
  const fleets = useFleets();
  const selecting = useSelection();
  const { drop } = selecting;
  const [giveOne, giveMany] = [assign.give, assignMany.give];
  const give = useCallback<Board["give"]>(
    (jobs, driver) => {
      const [first, ...others] = jobs;
      if (others.length > 0) giveMany(jobs, driver, (done) => drop(done.map(({ shipmentId }) => shipmentId)));
      else if (first) giveOne(first, driver);
    },
    [giveOne, giveMany, drop],
  );
  const { groups = none, total: attentionTotal } = needs;
  const attention = useMemo(
    () => [
      ...new Map(
        [...(ofChosen.data?.data ?? none), ...groups.flatMap(({ items }) => items)].map((item) => [
          item.id,
          item,
        ]),
      ).values(),
    ],
    [groups, ofChosen.data],
  );
  useAsWindowName(attentionTotal > 0 ? `(${attentionTotal})` : undefined);
  const shipments = useMemo(() => {
    const states: readonly string[] = listed.state?.split(",") ?? openStatuses;
    // The stream may know that one is over before the list is read again.
    return read.rows?.filter(({ status }) => states.includes(status)) ?? none;
  }, [read.rows, listed.state]);
  const board: Board = {
    side,
    movements,
    hasBegun,
    drivers: drivers.data ?? none,
    groups,
    attention,
    attentionTotal,
    shipments,
    shipmentsText: countText(shipments.length, read.isWhole, totalOf(listed, statistics.data)),
    figures: statistics.data && figuresOf(statistics.data),
    filters: listed,
    show: (filters) => {
      change({ ...noFilters, ...filters });
      document.getElementById(shipmentsHeadingId)?.focus();
    },
    chosen: { shipment: filters.shipment, driver: filters.driver },
    choose,
    assign,
    assignMany,
    selecting,
    give,
    readMore: read.isWhole ? undefined : () => setMax(max + readAtFirst),
  };
  return (
    <>
      <Group justify="space-between" align="end" gap="sm">
        {side.isInstallation && <span />}
        {!side.isInstallation && (
          <DispatchFilters
            filters={listed}
            change={change}
            carriers={carriersOf(fleets ?? none, shipments)}
            riders={board.drivers.map(({ id, name }) => ({ value: id, label: name }))}
          />
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
      <ProblemAlert problem={needs.error ?? drivers.error ?? read.error ?? statistics.error} />
      <ActionProblem problem={assign.problem ?? assignMany.problem} />
      <OverCapacity assign={assign} />
      <AssignedMany assignMany={assignMany} />
      <Grid gap="sm" aria-busy={needs.isPending || undefined}>
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
            <Grid.Col span={{ base: 12, sm: 8, lg: 8.5 }} order={{ base: 5, sm: 4 }}>
              <Shipments board={board} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, sm: 4, lg: 3.5 }} order={{ base: 4, sm: 5 }}>
              <div className="in-reach">
                <Drivers board={board} />
              </div>
            </Grid.Col>
          </>
        )}
      </Grid>
    </>
  );
}
