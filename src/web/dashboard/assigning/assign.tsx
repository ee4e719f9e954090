import { notifications } from "@mantine/notifications";
import { useCallback, useState } from "react";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { post } from "../../browser/api.ts";
import type { Problem } from "../../browser/problem.ts";
import { Confirm } from "../components/confirm.tsx";
import { useMay } from "../permissions.ts";
import { useAction } from "../queries.ts";
import type { Side } from "../side.ts";
import type { Job } from "./job.ts";

/** A job goes to a driver. Whoever has no room gets it after a warning. */

type Chosen = Pick<DriverView, "id" | "name">;

interface Giving {
  job: Job;
  driver: Chosen;
  /** The person has read that the driver has no room. */
  over_capacity?: true;
}

export interface Assign {
  /** Whether the person may move jobs. */
  isPermitted: boolean;
  give(job: Job, driver: Chosen): void;
  isPending: boolean;
  problem: Problem | null;
  /** Asks before a driver without room gets a job. It belongs on the page once. */
  warning: Warning | undefined;
}

interface Warning extends Giving {
  /** Gives it all the same. @throws Problem */
  giveAnyway(): Promise<unknown>;
  close(): void;
}

/** Whoever moved the job meanwhile has moved it: the page shows that first. */
function expectedOf({ driverId }: Job): { expected_driver_id?: string | null } {
  return driverId === undefined ? {} : { expected_driver_id: driverId };
}

/** @param changes paths to read again afterwards */
export function useAssign(side: Side, changes: readonly string[]): Assign {
  const [full, setFull] = useState<Giving>();
  const { mutateAsync, isPending, error, reset } = useAction(
    ({ job, driver, ...sure }: Giving, idempotencyKey) =>
      post(
        `${side.base}/assignments/${job.assignmentId}/driver`,
        { driver_id: driver.id, ...expectedOf(job), ...sure },
        { ...side.call, idempotencyKey },
      ),
    { changes },
  );
  const assign = useCallback(
    async (giving: Giving) => {
      await mutateAsync(giving);
      notifications.show({ message: `${giving.job.name} assigned to ${giving.driver.name}.` });
    },
    [mutateAsync],
  );
  const give = useCallback(
    (job: Job, driver: Chosen) =>
      void assign({ job, driver }).catch((problem: Problem) => {
        if (problem.code === "driver_over_capacity") setFull({ job, driver });
      }),
    [assign],
  );
  const close = () => {
    setFull(undefined);
    reset();
  };
  const isPermitted = useMay("dispatch:write") || side.isInstallation;
  return {
    isPermitted,
    give,
    isPending,
    problem: full ? null : error,
    warning: full && {
      ...full,
      giveAnyway: () => assign({ ...full, over_capacity: true }).then(close),
      close,
    },
  };
}

/** That a driver has no room, and whether they get the job all the same. */
export function OverCapacity({ assign: { warning } }: { assign: Pick<Assign, "warning"> }) {
  if (!warning) return null;
  const { job, driver, giveAnyway, close } = warning;
  return (
    <Confirm
      title={`${driver.name} has no room`}
      submit="Assign all the same"
      send={giveAnyway}
      onClose={close}
    >
      With {job.name}, {driver.name} has more than the capacity in the driver's settings says.
    </Confirm>
  );
}
