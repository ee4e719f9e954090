import { Button, Group, Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconSchool } from "@tabler/icons-react";
import { useState } from "react";
import { practiceFleetCode } from "@/delivery/sandbox/rush-hour/rush-hour.ts";
import type { RushHourView } from "@/delivery/sandbox/rush-hour/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { post, remove } from "../../../browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { rushHourChanges, rushHourPath, useStartOfHour } from "../../components/rush-hour.tsx";
import { Time } from "../../components/time.tsx";
import { useMay } from "../../permissions.ts";
import { useAction, useRead } from "../../queries.ts";
import { useFleets } from "../drivers/fleets.ts";

/** Practicing a busy hour: with the firm's own riders and prices, in the sandbox. */

const path = `${rushHourPath}/practice` as const;
const environment = "sandbox";
const progressMs = 5_000;

/** From live too: that is where a dispatcher is. */
export function Practice() {
  const [isOpen, setOpen] = useState(false);
  if (!useMay("dispatch:write")) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconSchool size={18} />} onClick={() => setOpen(true)}>
        Practice
      </Button>
      {isOpen && <PracticeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function PracticeDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending } = useRead("/platform/carriers", {
    environment: "live",
    query: { limit: 100 },
  });
  // The installation's fleets are of other people.
  const fleets = data?.data.filter(({ kind, settings }) => kind === "fleet" && settings !== null) ?? [];
  return (
    <Dialog title="Practice a busy hour" onClose={onClose}>
      <ProblemAlert problem={error} />
      {!isPending && !error && <Start fleets={fleets} onClose={onClose} />}
    </Dialog>
  );
}

function Start({ fleets, onClose }: { fleets: { id: string; name: string }[]; onClose: () => void }) {
  const form = useForm({ initialValues: { own_carrier_id: fleets[0]?.id ?? "" } });
  const start = useStartOfHour(
    (values: typeof form.values, idempotencyKey) => post(path, values, { environment, idempotencyKey }),
    { onClose, success: "The practice has begun." },
  );
  return (
    <Form
      form={form}
      send={start.mutateAsync}
      submit="Start practice"
      isDisabled={fleets.length === 0}
      needs={["dispatch:write"]}
      onCancel={onClose}
    >
      <Text size="sm">
        An hour in a quarter of one, in the sandbox. Orders come, some are late, and up to two riders are out.
        Your riders’ first names and your prices are copied. Their phones hear nothing, and nothing is
        delivered.
      </Text>
      {fleets.length === 0 ? (
        <Text size="sm" fw={600}>
          It needs a fleet of yours in Live, with prices and drivers.
        </Text>
      ) : (
        <Select
          label="Fleet"
          data={fleets.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps("own_carrier_id")}
        />
      )}
    </Form>
  );
}

/** How far the practice is, or what came of it. Nothing where nobody practices. */
export function PracticeNotice({ environment: current }: { environment: Environment }) {
  const isThere = useFleets()?.some(({ code }) => code === practiceFleetCode) ?? false;
  const { data } = useRead(rushHourPath, {
    environment,
    enabled: current === environment && isThere,
    refetchInterval: ({ status }) => (status === "running" ? progressMs : false),
  });
  if (current !== environment || !isThere || !data?.own_carrier_id) return null;
  return <Progress hour={data} />;
}

function Progress({ hour }: { hour: RushHourView }) {
  const may = useMay("dispatch:write");
  const end = useAction(() => remove(path, { environment, query: { keep_orders: "true" } }), {
    changes: rushHourChanges,
  });
  const clear = useAction(() => remove(path, { environment }), {
    changes: rushHourChanges,
    success: "The practice is gone.",
  });
  const isRunning = hour.status === "running";
  return (
    <Notice tone="quiet" role="status">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600}>
            {isRunning ? "You practice: nothing here is delivered." : "The practice is over."}
          </Text>
          {isRunning && (
            <Text size="sm">
              {hour.created_shipments} of {hour.shipments} orders have come. It ends by itself{" "}
              <Time at={hour.ends_at} />.
            </Text>
          )}
          {hour.summary && <Text size="sm">{summaryText(hour.summary)}</Text>}
        </div>
        {may && isRunning && (
          <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
            End practice
          </Button>
        )}
        {may && !isRunning && (
          <Button size="xs" loading={clear.isPending} onClick={() => clear.mutate(undefined)}>
            Clear practice
          </Button>
        )}
      </Group>
      <ActionProblem problem={end.error ?? clear.error} />
    </Notice>
  );
}

function summaryText(summary: NonNullable<RushHourView["summary"]>): string {
  const { orders, given, delivered, late, unassigned } = summary;
  return `${orders} ${orders === 1 ? "order" : "orders"}: ${given} given to a rider, ${delivered} delivered, ${late} late, ${unassigned} unassigned.`;
}
