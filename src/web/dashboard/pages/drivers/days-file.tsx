import { Button, Select, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { getCsv } from "../../../browser/api.ts";
import { pageNow } from "../../../browser/clock.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { currentMonth, recentMonths, spanOfMonth } from "../../months.ts";
import { useAction } from "../../queries.ts";
import { saveCsv } from "../../save-file.ts";
import { useSide } from "../../side.ts";
import { useFleets } from "./fleets.ts";

/** The file of a month for a payroll: of one driver, or of all drivers of a fleet. */

interface MonthFieldProps {
  month: string;
  onChange(month: string): void;
}

export function MonthField({ month, onChange }: MonthFieldProps) {
  return (
    <Select
      label="Month"
      data={recentMonths(pageNow())}
      value={month}
      onChange={(chosen) => onChange(chosen ?? month)}
      allowDeselect={false}
      w={180}
    />
  );
}

type Owner = "platform" | "operator";

interface DaysFileProps {
  path: `/${Owner}/drivers/${string}/days` | `/${Owner}/carriers/${string}/driver-days`;
  month: string;
  onDone?: () => void;
}

export function DaysFile({ path, month, onDone }: DaysFileProps) {
  const { asking } = useSide();
  const download = useAction((_: undefined) => getCsv(path, asking(spanOfMonth(month))), {
    changes: [],
    onDone: (text) => {
      saveCsv(`waybill-driver-days-${month}.csv`, text);
      onDone?.();
    },
  });
  return (
    <>
      <ActionProblem problem={download.error} />
      <Button
        variant="default"
        leftSection={<IconDownload size={18} />}
        loading={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        Download CSV
      </Button>
    </>
  );
}

/** Opens a dialog for the file of a fleet; nothing without a fleet. */
export function FleetDays() {
  const fleets = useFleets();
  const [isOpen, setIsOpen] = useState(false);
  const [first] = fleets ?? [];
  if (!first) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => setIsOpen(true)}>
        Hours…
      </Button>
      {isOpen && <FleetDaysDialog fleets={fleets ?? []} first={first.id} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface FleetDaysDialogProps {
  fleets: readonly { id: string; name: string }[];
  first: string;
  onClose(): void;
}

function FleetDaysDialog({ fleets, first, onClose }: FleetDaysDialogProps) {
  const { base } = useSide();
  const [fleet, setFleet] = useState(first);
  const [month, setMonth] = useState(() => currentMonth(pageNow()));
  return (
    <Dialog title="Hours of all drivers" onClose={onClose}>
      <Stack>
        <Text size="sm">
          One line for each day of each driver: hours on duty, breaks, deliveries, stops and kilometers.
        </Text>
        {fleets.length > 1 && (
          <Select
            label="Fleet"
            data={fleets.map(({ id, name }) => ({ value: id, label: name }))}
            value={fleet}
            onChange={(chosen) => setFleet(chosen ?? fleet)}
            allowDeselect={false}
          />
        )}
        <MonthField month={month} onChange={setMonth} />
        <DaysFile path={`${base}/carriers/${fleet}/driver-days`} month={month} onDone={onClose} />
      </Stack>
    </Dialog>
  );
}
