import { Button, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconBolt } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { rushHourDefaults } from "../../../delivery/sandbox/rush-hour/rush-hour.ts";
import type { RushHourView } from "../../../delivery/sandbox/rush-hour/schema.ts";
import type { Environment } from "../../../infra/environment.ts";
import { post, remove } from "../../browser/api.ts";
import type { NumberValue } from "../number-value.ts";
import { useMay } from "../permissions.ts";
import { useAction, useRead } from "../queries.ts";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { NumberField } from "./number-field.tsx";
import { ActionProblem } from "./problem.tsx";
import { Time } from "./time.tsx";

const environment = "sandbox";
export const rushHourPath = "/platform/sandbox/rush-hour";
/** Lists that a rush hour and its end change. */
export const rushHourChanges = [
  rushHourPath,
  "/platform/shipments",
  "/platform/attention",
  "/platform/drivers",
  "/platform/carriers",
];
const progressMs = 2_000;

/** Starts and ends the sandbox's rush hour. Nothing in live. */
export function RushHour({ environment: current }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay("sandbox:write");
  if (current !== environment || !may) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconBolt size={18} />} onClick={() => setOpen(true)}>
        Rush hour
      </Button>
      {isOpen && <RushHourDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function RushHourDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending } = useRead(rushHourPath, {
    environment,
    refetchInterval: ({ status }) => (status === "running" ? progressMs : false),
  });
  // There was none yet.
  const problem = error?.code === "not_found" ? null : error;
  return (
    <Dialog title="Rush hour" onClose={onClose}>
      <ActionProblem problem={problem} />
      {data?.status === "running" ? (
        <Progress rush={data} onClose={onClose} />
      ) : (
        !isPending && <Start onClose={onClose} />
      )}
    </Dialog>
  );
}

function Progress({ rush, onClose }: { rush: RushHourView; onClose: () => void }) {
  const form = useForm({});
  const end = useAction(() => remove(rushHourPath, { environment }), {
    changes: rushHourChanges,
    onDone: onClose,
    success: "The rush hour has ended.",
  });
  return (
    <Form
      form={form}
      send={() => end.mutateAsync(undefined)}
      submit="End rush hour"
      isDangerous
      cancel="Close"
      onCancel={onClose}
    >
      <Text size="sm" role="status">
        {rush.created_shipments} of {rush.shipments} shipments have come. It ends by itself{" "}
        <Time at={rush.ends_at} />.
      </Text>
      <Text size="sm">If you end it now, the drivers go off duty. Shipments stay as they are.</Text>
    </Form>
  );
}

/** Starts one by `send`, and then leads to where it is seen. */
export function useStartOfHour<T>(
  send: (values: T, idempotencyKey: string) => Promise<unknown>,
  { onClose, success }: { onClose: () => void; success: string },
) {
  const navigate = useNavigate();
  return useAction(send, {
    changes: rushHourChanges,
    onDone: () => {
      onClose();
      void navigate({ to: "/$environment/dispatch", params: { environment } });
    },
    success,
  });
}

function Start({ onClose }: { onClose: () => void }) {
  const { shipments, minutes, speed } = rushHourDefaults;
  const form = useForm<Record<"shipments" | "minutes" | "speed", NumberValue>>({
    initialValues: { shipments, minutes, speed },
  });
  const start = useStartOfHour(
    (values: typeof form.values, idempotencyKey) =>
      post(rushHourPath, values, { environment, idempotencyKey }),
    { onClose, success: "The rush hour has begun." },
  );
  return (
    <Form form={form} send={start.mutateAsync} submit="Start rush hour" onCancel={onClose}>
      <Text size="sm">
        A busy hour in Berlin with everything that can go wrong: shipments come, drivers move, and some of it
        needs you. The sandbox only; your endpoints get its events.
      </Text>
      <NumberField label="Shipments" description="1 to 500." {...form.getInputProps("shipments")} />
      <NumberField
        label="Minutes"
        description="Simulated time in which they come, 1 to 120."
        {...form.getInputProps("minutes")}
      />
      <NumberField
        label="Speed"
        description="How much faster than the clock, 1 to 60."
        {...form.getInputProps("speed")}
      />
    </Form>
  );
}
