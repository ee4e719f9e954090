import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { remove } from "../../../browser/api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { useAction } from "../../queries.ts";
import { useDriver } from "./use-driver.ts";

export function RemoveDriver({ driver, onClose }: { driver: DriverView; onClose: () => void }) {
  const { path, call, changes, link } = useDriver();
  const navigate = useNavigate();
  const removeDriver = useAction(() => remove(path, call), {
    changes,
    success: `${driver.name} deleted.`,
    onDone: () => void navigate(link("/drivers")),
  });
  return (
    <ConfirmByName
      title={`Delete ${driver.name}`}
      name={driver.name}
      submit="Delete driver"
      send={() => removeDriver.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        The driver's link, devices and tokens end at once. Past deliveries keep the name. A driver with jobs
        cannot be deleted: assign the jobs to another driver first. This cannot be undone.
      </Text>
    </ConfirmByName>
  );
}
