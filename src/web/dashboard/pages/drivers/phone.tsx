import { Button, Group, Text } from "@mantine/core";
import { IconDeviceMobile } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DeviceView } from "@/access/devices/schema.ts";
import { remove } from "../../../browser/api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { makerName } from "../../components/credential/credential.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useMay } from "../../permissions.ts";
import { useAction, useList } from "../../queries.ts";
import { DutySwitch } from "./duty-switch.tsx";
import { PhoneLink } from "./phone-link.tsx";
import { driverEveryMs, useDriver } from "./use-driver.ts";

/** Connects a driver's phone, and shows what is connected. */
export function DriverPhonePage() {
  const { path: driverPath, call, needs, data: driver } = useDriver();
  const mayChange = useMay(...needs);
  const [ending, setEnding] = useState<DeviceView>();
  const devices = useList(`${driverPath}/devices`, { ...call, refetchInterval: driverEveryMs });
  if (!driver) return null;
  return (
    <>
      {driver.without_phone ? <WithoutPhone /> : mayChange && <PhoneLink driver={driver} />}
      <ListTable
        list={devices}
        label="Devices"
        keyOf={({ id }) => id}
        columns={[
          { title: "Device", main: true, cell: (device) => <Device device={device} /> },
          {
            title: "Works",
            isSentence: true,
            cell: ({ abilities: of }) => (of ? <Abilities of={of} /> : <Text c="dimmed">Not told yet</Text>),
          },
          { title: "Link created by", cell: ({ created_by }) => makerName(created_by) },
          { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} /> },
          {
            title: "Actions",
            actions: true,
            cell: (device) =>
              mayChange && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`End ${device.name}`}
                  onClick={() => setEnding(device)}
                >
                  End…
                </Button>
              ),
          },
        ]}
        empty={
          <Empty icon={IconDeviceMobile} title="No phone is connected">
            {driver.without_phone
              ? "This driver needs none."
              : "Create a link, and let the driver's phone scan it."}
          </Empty>
        }
      />
      {ending && <EndDevice device={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

/** What the phone's page can do; without it the driver does not hear, or nobody sees where they are. */
const abilityNames = {
  location: "Location",
  camera: "Camera",
  notifications: "Alarm when closed",
  sound: "Sound",
  home_screen: "Home screen",
} as const;
const withoutNames = {
  location: "No location",
  camera: "No camera",
  notifications: "No alarm when closed",
  sound: "No sound",
  home_screen: "No home screen",
} as const;
const abilities = ["location", "camera", "notifications", "sound", "home_screen"] as const;

function Abilities({ of }: { of: NonNullable<DeviceView["abilities"]> }) {
  return (
    <Group gap={4} maw={320}>
      {abilities.map((name) =>
        of[name] === "yes" ? (
          <StatusBadge key={name} tone="good">
            {abilityNames[name]}
          </StatusBadge>
        ) : (
          <StatusBadge key={name} tone={of[name] === "no" ? "warn" : "quiet"}>
            {of[name] === "no" ? withoutNames[name] : `${abilityNames[name]}?`}
          </StatusBadge>
        ),
      )}
    </Group>
  );
}

/** Where the day of a driver goes instead. */
function WithoutPhone() {
  const { link, driverId } = useDriver();
  return (
    <Section
      title="Without a phone"
      lead="The driver takes a printed run sheet along. You set the duty, and enter what the sheet says afterwards."
    >
      <Group gap="sm">
        <DutySwitch />
        <Button
          variant="default"
          renderRoot={(props) => <Link {...link("/drivers/$driverId/results", { driverId })} {...props} />}
        >
          Enter results
        </Button>
      </Group>
    </Section>
  );
}

function Device({ device: { name, user_agent } }: { device: DeviceView }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" maw="min(320px, 30vw)" truncate>
        {user_agent ?? "Unknown browser"}
      </Text>
    </>
  );
}

function EndDevice({ device, onClose }: { device: DeviceView; onClose: () => void }) {
  const { path, call, changes } = useDriver();
  const end = useAction(() => remove(`${path}/devices/${device.id}`, call), {
    changes,
    success: `${device.name} ended.`,
    onDone: onClose,
  });
  return (
    <Confirm
      title={`End ${device.name}`}
      submit="End device"
      send={() => end.mutateAsync(undefined)}
      onClose={onClose}
    >
      The device loses access with its next request. What it has not sent yet is not accepted any more. The
      driver needs a new link to connect again.
    </Confirm>
  );
}
