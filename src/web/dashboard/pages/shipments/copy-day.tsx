import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCalendarPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { CopyResults, ShipmentsOfDayView } from "@/delivery/orders/copies/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { useEnvironment } from "../../environment.ts";
import { useAction, useRead } from "../../queries.ts";
import { dayAfter, today } from "./days.ts";

/** Copies all shipments of a day to another one, after showing which. */

const copiesMax = 100;
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

export function CopyDayButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Permitted needs={["shipments:write"]}>
      <Button variant="default" leftSection={<IconCalendarPlus size={16} />} onClick={() => setOpen(true)}>
        Copy a day…
      </Button>
      {isOpen && <CopyDay onClose={() => setOpen(false)} />}
    </Permitted>
  );
}

function CopyDay({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const [results, setResults] = useState<CopyResults["data"]>();
  const form = useForm({ initialValues: { date: today(), to_date: dayAfter(today()) } });
  const { date } = form.values;
  const { data, error, isFetching } = useRead("/platform/shipments/copies", {
    environment,
    query: { date },
    enabled: isDate(date),
  });
  const found = isDate(date) && !isFetching ? data?.data : undefined;
  const copy = useAction(
    async ({ ids, to_date }: { ids: string[]; to_date: string }, idempotencyKey) => {
      const made: CopyResults["data"] = [];
      // Each part has a key of its own, so that a repeated one copies nothing twice.
      for (let from = 0; from < ids.length; from += copiesMax) {
        const shipment_ids = ids.slice(from, from + copiesMax);
        const call = { environment, idempotencyKey: `${idempotencyKey}-${from}` };
        made.push(...(await post("/platform/shipments/copies", { shipment_ids, to_date }, call)).data);
      }
      return made;
    },
    { changes: ["/platform/shipments"], onDone: setResults },
  );
  if (results) return <Copied results={results} found={data?.data ?? []} onClose={onClose} />;
  const count = found?.length ?? 0;
  return (
    <Dialog title="Copy a day" onClose={onClose} size="lg">
      <Form
        form={form}
        send={({ to_date }) => copy.mutateAsync({ ids: (found ?? []).map(({ id }) => id), to_date })}
        submit={count === 1 ? "Copy 1 shipment" : `Copy ${count} shipments`}
        isDisabled={count === 0 || !isDate(form.values.to_date) || form.values.to_date === date}
        onCancel={onClose}
      >
        <TextInput type="date" label="Shipments of" required {...form.getInputProps("date")} />
        <TextInput type="date" label="To" required {...form.getInputProps("to_date")} />
        <ProblemAlert problem={error ?? null} />
        {found && (
          <Text size="sm" role="status">
            {count === 0
              ? "No shipment of this day that was not cancelled."
              : `${count === 1 ? "1 shipment" : `${count} shipments`} at the same times of day, with the same references.`}
          </Text>
        )}
        {found && count > 0 && <Preview found={found} />}
      </Form>
    </Dialog>
  );
}

const shownMax = 20;

function Preview({ found }: { found: ShipmentsOfDayView["data"] }) {
  return (
    <>
      <ShortTable
        label="Shipments"
        keyOf={({ id }) => id}
        rows={found.slice(0, shownMax)}
        columns={[
          { title: "Recipient", main: true, cell: ({ recipient_name }) => recipient_name },
          { title: "Reference", cell: ({ reference }) => reference ?? "—" },
          { title: "Time", cell: timeOf },
        ]}
      />
      {found.length > shownMax && (
        <Text size="sm" c="dimmed">
          And {found.length - shownMax} more.
        </Text>
      )}
    </>
  );
}

function timeOf({ starts_at, time_zone }: ShipmentsOfDayView["data"][number]): string {
  if (starts_at === null) return "Any time";
  const format = new Intl.DateTimeFormat(undefined, {
    hour: "numeric",
    minute: "2-digit",
    timeZone: time_zone,
  });
  return format.format(new Date(starts_at));
}

interface CopiedProps {
  results: CopyResults["data"];
  found: ShipmentsOfDayView["data"];
  onClose: () => void;
}

/** How many came to be, and why the others did not. */
function Copied({ results, found, onClose }: CopiedProps) {
  const failed = results.filter(({ problem }) => problem !== null);
  const made = results.length - failed.length;
  const nameOf = (id: string) => found.find((one) => one.id === id)?.recipient_name ?? id;
  return (
    <Dialog title="Copy a day" onClose={onClose} size="lg">
      <Text size="sm" role="status">
        {made === 1 ? "1 shipment was copied." : `${made} shipments were copied.`}
      </Text>
      {failed.length > 0 && (
        <ShortTable
          label="Not copied"
          keyOf={({ shipment_id }) => shipment_id}
          rows={failed}
          columns={[
            { title: "Not copied", main: true, cell: ({ shipment_id }) => nameOf(shipment_id) },
            { title: "Why", cell: ({ problem }) => problem?.errors?.[0]?.detail ?? problem?.detail ?? "" },
          ]}
        />
      )}
      <Button mt="md" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}
