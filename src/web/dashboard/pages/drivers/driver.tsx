import { Group, Stack, Text } from "@mantine/core";
import { Outlet } from "@tanstack/react-router";
import { ObjectError } from "../../components/object-error.tsx";
import { Page } from "../../components/page.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { Duty } from "../../components/status-badge.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { ToPrint } from "../../components/to-print.tsx";
import { humanize } from "../../format.ts";
import { useDriver } from "./use-driver.ts";

/** The header of a driver's pages. */
export function DriverPage() {
  const { driverId, link, environment, isInstallation, data: driver, error } = useDriver();
  if (error && !driver) return <ObjectError problem={error} kind="driver" />;
  if (!driver) return <PageSkeleton />;
  const { to: base } = link("/drivers/$driverId");
  const tabs = [
    { label: "Phone", to: base, isExact: true },
    { label: "Jobs", to: `${base}/jobs` as const },
    ...(driver.without_phone ? [{ label: "Results", to: `${base}/results` as const }] : []),
    { label: "Hours", to: `${base}/days` as const },
    { label: "Tokens", to: `${base}/tokens` as const },
    { label: "Settings", to: `${base}/settings` as const },
  ] as const;
  return (
    <Page
      title={driver.name}
      windowName={driver.name}
      lead={
        <Group component="span" gap="sm">
          <Duty driver={driver} />
          <Text span size="sm">
            {humanize(driver.vehicle.type)}, {jobsOf(driver.active_assignments)}
            {driver.without_phone && ", without a phone"}
          </Text>
        </Group>
      }
      action={
        !isInstallation && (
          <ToPrint to="/$environment/print/run-sheet/$driverId" params={{ environment, driverId }}>
            Run sheet
          </ToPrint>
        )
      }
    >
      <Stack>
        <TabLinks label="Driver" tabs={tabs} params={{ driverId }} />
        <Outlet />
      </Stack>
    </Page>
  );
}

function jobsOf(count: number): string {
  return count === 1 ? "1 job" : `${count} jobs`;
}
