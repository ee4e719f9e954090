import { Button, Grid, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconEraser, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ScheduleView } from "@/delivery/orders/schedules/schema.ts";
import { patch, post, remove } from "@/web/browser/api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { ObjectError } from "../../components/object-error.tsx";
import { Page } from "../../components/page.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { useEnvironment } from "../../environment.ts";
import { useMay } from "../../permissions.ts";
import { useAction, useRead } from "../../queries.ts";
import { useAsWindowName } from "../../window-name.ts";
import { State } from "./list.tsx";
import { PlanFields } from "./plan-fields.tsx";
import { planOf, toPatch } from "./plan-values.ts";
import { Upcoming } from "./upcoming.tsx";
import { dateText, daysText, windowText, zoneText } from "./words.ts";

const route = getRouteApi("/$environment/schedules/$scheduleId");
const changes = ["/platform/schedules"];
const refreshMs = 15_000;

export function SchedulePage() {
  const environment = useEnvironment();
  const { scheduleId } = route.useParams();
  const { data, error } = useRead(`/platform/schedules/${encodeURIComponent(scheduleId)}`, {
    environment,
    refetchInterval: refreshMs,
  });
  useAsWindowName(data?.name ?? "Standing order");
  if (error && !data) return <ObjectError problem={error} kind="schedule" />;
  if (!data) return <PageSkeleton />;
  return <Schedule key={scheduleId} schedule={data} />;
}

function Schedule({ schedule }: { schedule: ScheduleView }) {
  const { id, environment, name, paused, redacted_at } = schedule;
  const path = `/platform/schedules/${encodeURIComponent(id)}` as const;
  const mayChange = useMay("shipments:write");
  const [dialog, setDialog] = useState<"edit" | "delete" | "erase">();
  const close = () => setDialog(undefined);
  const turn = useAction((to: boolean) => patch(path, { paused: to }, { environment }), { changes });
  const isErased = redacted_at !== null;
  return (
    <Page
      title={name}
      action={
        mayChange && (
          <Group gap="xs">
            {!isErased && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconPencil size={16} />}
                  onClick={() => setDialog("edit")}
                >
                  Edit…
                </Button>
                <Button
                  variant="default"
                  leftSection={paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
                  loading={turn.isPending}
                  onClick={() => turn.mutate(!paused)}
                >
                  {paused ? "Resume" : "Pause"}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconEraser size={16} />}
                  onClick={() => setDialog("erase")}
                >
                  Erase personal data…
                </Button>
              </>
            )}
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} />}
              onClick={() => setDialog("delete")}
            >
              Delete…
            </Button>
          </Group>
        )
      }
    >
      <Group gap="sm" role="status">
        <State schedule={schedule} />
      </Group>
      <ActionProblem problem={turn.error} />
      {schedule.failed && (
        <Notice tone="bad">
          No shipment could be made for {dateText(schedule.failed.date)}. {schedule.failed.problem.detail}{" "}
          Waybill tries again until the pickup window is over.
        </Notice>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Upcoming schedule={schedule} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <PlanFacts schedule={schedule} />
        </Grid.Col>
      </Grid>
      {dialog === "edit" && <Edit schedule={schedule} onClose={close} />}
      {dialog === "delete" && <Delete schedule={schedule} onClose={close} />}
      {dialog === "erase" && <Erase schedule={schedule} onClose={close} />}
    </Page>
  );
}

function PlanFacts({ schedule }: { schedule: ScheduleView }) {
  const { shipment, pickup_window, delivery_window, time_zone, starts_on, ends_on, skip_dates } = schedule;
  const hours = schedule.create_hours_before;
  return (
    <Section title="Details">
      <Facts>
        <Fact label="Days">{daysText(schedule.days)}</Fact>
        <Fact label="Pickup">
          {windowText(pickup_window)} ({zoneText(time_zone)})
        </Fact>
        {delivery_window && (
          <Fact label="Delivery">
            {windowText(delivery_window)} ({zoneText(time_zone)})
          </Fact>
        )}
        <Fact label="Made">
          {hours} {hours === 1 ? "hour" : "hours"} before the pickup
        </Fact>
        <Fact label="From">{dateText(starts_on)}</Fact>
        {ends_on !== null && <Fact label="Until">{dateText(ends_on)}</Fact>}
        {skip_dates.length > 0 && <Fact label="Not on">{skip_dates.map(dateText).join(", ")}</Fact>}
        {shipment && (
          <>
            {shipment.reference != null && <Fact label="Reference">{shipment.reference}</Fact>}
            <Fact label="Sender">{stopText(shipment.pickup)}</Fact>
            <Fact label="Recipient">{stopText(shipment.delivery)}</Fact>
            <Fact label="Parcels">{shipment.parcels.length}</Fact>
          </>
        )}
      </Facts>
    </Section>
  );
}

function stopText({ contact, address }: NonNullable<ScheduleView["shipment"]>["pickup"]): string {
  return [contact.name, address.line1, [address.postal_code, address.city].filter(Boolean).join(" ")].join(
    ", ",
  );
}

interface DialogProps {
  schedule: ScheduleView;
  onClose: () => void;
}

function Edit({ schedule, onClose }: DialogProps) {
  const { id, environment, version } = schedule;
  const form = useForm({ initialValues: planOf(schedule) });
  const save = useAction(
    (values: typeof form.values) =>
      patch(`/platform/schedules/${encodeURIComponent(id)}`, toPatch(values, schedule), {
        environment,
        ifVersion: version,
      }),
    { changes, success: "Saved.", onDone: onClose },
  );
  return (
    <Dialog title={`Edit ${schedule.name}`} onClose={onClose} isKept size="lg">
      <Form form={form} send={save.mutateAsync} submit="Save" onCancel={onClose}>
        <PlanFields form={form} />
      </Form>
    </Dialog>
  );
}

function Delete({ schedule: { id, environment, name }, onClose }: DialogProps) {
  const navigate = useNavigate();
  const { mutateAsync } = useAction(
    () => remove(`/platform/schedules/${encodeURIComponent(id)}`, { environment }),
    {
      changes: ["/platform/schedules"],
      success: `${name} was deleted.`,
      onDone: () => {
        onClose();
        void navigate({ to: "/$environment/schedules", params: { environment } });
      },
    },
  );
  return (
    <Confirm title={`Delete ${name}`} submit="Delete" send={() => mutateAsync(undefined)} onClose={onClose}>
      No more shipments are made, and what they were made of is erased. Shipments that were made stay as they
      are.
    </Confirm>
  );
}

function Erase({ schedule: { id, environment, name }, onClose }: DialogProps) {
  const { mutateAsync } = useAction<undefined, unknown>(
    (_input: undefined, idempotencyKey) =>
      post(`/platform/schedules/${encodeURIComponent(id)}/redaction`, undefined, {
        environment,
        idempotencyKey,
      }),
    { changes, success: "The personal data is erased.", onDone: onClose },
  );
  return (
    <Confirm
      title={`Erase personal data of ${name}`}
      submit="Erase"
      send={() => mutateAsync(undefined)}
      onClose={onClose}
    >
      Its name and what its shipments are made of are erased for good, and it makes none any more. Shipments
      that were made stay as they are.
    </Confirm>
  );
}
