import { Button, Group, Menu, Text } from "@mantine/core";
import { IconLink, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import type { OrderFormView, OrderFormWithLink } from "@/delivery/orders/order-forms/schema.ts";
import { toTimestamp } from "@/infra/clock.ts";
import { dayMs, hourMs } from "@/infra/units.ts";
import { patch, post, remove } from "@/web/browser/api.ts";
import { pageNow } from "@/web/browser/clock.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { useAction } from "../../queries.ts";
import { NewLink } from "./new-link.tsx";
import { endlessPause, PauseText } from "./state.tsx";
import { formChanges, useOrderForm } from "./use-form.ts";

const needs = ["shipments:write"] as const;

/** The link of a form, its devices, and pauses. */
export function FormLinkPage() {
  const { data: form } = useOrderForm();
  if (!form) return null;
  return (
    <>
      <LinkSection form={form} />
      <PauseSection form={form} />
      <DeviceSection form={form} />
    </>
  );
}

function LinkSection({ form }: { form: OrderFormView }) {
  const { environment, path } = useOrderForm();
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<OrderFormWithLink>();
  const rotate = useAction(
    (_: undefined, idempotencyKey) => post(`${path}/rotation`, undefined, { environment, idempotencyKey }),
    {
      changes: formChanges,
      onDone(rotated) {
        setAsking(false);
        setMade(rotated);
      },
    },
  );
  return (
    <Section
      title="Link"
      lead="Whoever has it can order. Waybill keeps its hash only, so nobody can see it again."
      action={
        <Permitted needs={needs}>
          <Button leftSection={<IconLink size={18} />} onClick={() => setAsking(true)}>
            New link…
          </Button>
        </Permitted>
      }
    >
      <Text size="sm">
        Made <Time at={form.link_made_at} />
      </Text>
      {isAsking && (
        <Confirm
          title="New link"
          submit="Make a new link"
          send={() => rotate.mutateAsync(undefined)}
          onClose={() => setAsking(false)}
        >
          The link that {form.customer.name} has now ends at once, and so do the devices.
        </Confirm>
      )}
      {made && <NewLink made={made} onClose={() => setMade(undefined)} />}
    </Section>
  );
}

const pauses = [
  { label: "For an hour", lengthMs: hourMs },
  { label: "For a day", lengthMs: dayMs },
] as const;

function PauseSection({ form }: { form: OrderFormView }) {
  const { environment, path } = useOrderForm();
  const pause = useAction((paused_until: string | null) => patch(path, { paused_until }, { environment }), {
    changes: formChanges,
    success: ({ paused_until }) =>
      `${form.name} ${paused_until === null ? "takes orders again" : "is paused"}.`,
  });
  const isPaused = form.paused_until !== null;
  return (
    <Section
      title="Orders"
      action={
        <Permitted needs={needs}>
          {isPaused ? (
            <Button
              leftSection={<IconPlayerPlay size={18} />}
              loading={pause.isPending}
              onClick={() => pause.mutate(null)}
            >
              Resume
            </Button>
          ) : (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button
                  variant="default"
                  leftSection={<IconPlayerPause size={18} />}
                  loading={pause.isPending}
                >
                  Pause
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {pauses.map(({ label, lengthMs }) => (
                  <Menu.Item key={label} onClick={() => pause.mutate(toTimestamp(pageNow() + lengthMs))}>
                    {label}
                  </Menu.Item>
                ))}
                <Menu.Item onClick={() => pause.mutate(endlessPause)}>Until somebody resumes it</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Permitted>
      }
    >
      <ActionProblem problem={pause.error} />
      <Text size="sm">{isPaused ? <PauseText form={form} /> : "Customers can order."}</Text>
    </Section>
  );
}

function DeviceSection({ form: { devices, customer } }: { form: OrderFormView }) {
  const { environment, path } = useOrderForm();
  const [isAsking, setAsking] = useState(false);
  const end = useAction(() => remove(`${path}/devices`, { environment }), {
    changes: formChanges,
    success: "All devices ended.",
    onDone: () => setAsking(false),
  });
  return (
    <Section
      title="Devices"
      lead="On a device, a code from the email shows earlier orders for 30 days."
      action={
        devices > 0 && (
          <Permitted needs={needs}>
            <Button variant="default" onClick={() => setAsking(true)}>
              End all devices…
            </Button>
          </Permitted>
        )
      }
    >
      <Group>
        <Text size="sm">{devices === 1 ? "1 device" : `${devices} devices`}</Text>
      </Group>
      {customer.email === null && (
        <Text size="sm" c="dimmed">
          Without an email address of the customer nobody can get a code.
        </Text>
      )}
      {isAsking && (
        <Confirm
          title="End all devices"
          submit="End all devices"
          send={() => end.mutateAsync(undefined)}
          onClose={() => setAsking(false)}
        >
          Nobody sees earlier orders until a new code is entered. The link stays.
        </Confirm>
      )}
    </Section>
  );
}
