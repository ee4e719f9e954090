import { Switch } from "@mantine/core";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { patch } from "../../../browser/api.ts";
import { ActionProblem } from "../../components/problem.tsx";
import { useMay } from "../../permissions.ts";
import { useAction } from "../../queries.ts";
import { useSide } from "../../side.ts";
import { driverChanges, useDriver } from "./use-driver.ts";

/** The duty of the driver whose page it is. */
export function DutySwitch() {
  const { data: driver } = useDriver();
  return driver ? <DutyOf driver={driver} /> : null;
}

/** A dispatcher sets the duty of a driver without a phone. */
export function DutyOf({ driver: { id, name, on_duty } }: { driver: DriverView }) {
  const side = useSide();
  const mayChange = useMay(...side.needing("drivers:write"));
  const set = useAction(
    (isOn: boolean) => patch(`${side.base}/drivers/${id}`, { on_duty: isOn }, side.call),
    { changes: driverChanges(side) },
  );
  return (
    <>
      <Switch
        label="On duty"
        aria-label={`${name} is on duty`}
        checked={set.isPending ? set.variables : on_duty}
        disabled={!mayChange || set.isPending}
        onChange={({ currentTarget }) => set.mutate(currentTarget.checked)}
      />
      <ActionProblem problem={set.error} />
    </>
  );
}
