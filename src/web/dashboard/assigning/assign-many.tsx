import { Button, Menu, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconSteeringWheel } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import type { AssignedDrivers } from "@/delivery/fleet/dispatch/matching/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { post } from "../../browser/api.ts";
import type { Problem } from "../../browser/problem.ts";
import { Outcome } from "../components/bulk/results.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useAction } from "../queries.ts";
import type { Side } from "../side.ts";
import { expectedDrivers, type Job, jobsText } from "./job.ts";
import { dutyRank, dutyText } from "./load.ts";
import { doneText, resultsOf } from "./results.ts";

/** Many jobs go to a driver, each to whoever is nearest, or to nobody, in one request with a result each. */

/** `id` as the API has it: a driver's, `nearest`, or null for nobody. */
export interface Receiver {
  id: string | null;
  name: string;
}

export const nearestDriver: Receiver = { id: "nearest", name: "the nearest driver" };
const nobody: Receiver = { id: null, name: "nobody" };

interface Giving {
  jobs: readonly Job[];
  to: Receiver;
  over_capacity?: true;
}

interface Given extends Giving {
  answer: AssignedDrivers["results"];
}

type Settled = (done: readonly Job[]) => void;

export interface AssignMany {
  /** @param onSettled hears what was done */
  give(jobs: readonly Job[], to: Receiver, onSettled?: Settled): void;
  isPending: boolean;
  problem: Problem | null;
  /** What became of each, where one was refused. */
  refused: Refused | undefined;
}

interface Refused extends Given {
  /** Gives those to a driver without room all the same. */
  giveAnyway: (() => void) | undefined;
  close(): void;
}

/** @param changes paths to read again afterwards */
export function useAssignMany(side: Side, changes: readonly string[]): AssignMany {
  const [given, setGiven] = useState<Given & { onSettled: Settled | undefined }>();
  const { mutateAsync, isPending, error } = useAction(
    ({ jobs, to, ...sure }: Giving, idempotencyKey) =>
      post(
        `${side.base}/assignments/driver/batch`,
        {
          driver_id: to.id,
          assignment_ids: jobs.map(({ assignmentId }) => assignmentId),
          ...expectedDrivers(jobs),
          ...sure,
        },
        { ...side.call, idempotencyKey },
      ),
    { changes },
  );
  const send = useCallback(
    async (giving: Giving, onSettled: Settled | undefined) => {
      const { results } = await mutateAsync(giving);
      const refused = results.filter(({ result }) => result === "refused");
      onSettled?.(
        giving.jobs.filter((job) => !refused.some(({ assignment_id: id }) => id === job.assignmentId)),
      );
      setGiven(refused.length === 0 ? undefined : { ...giving, answer: results, onSettled });
      if (refused.length === 0) notifications.show({ message: doneText(results, giving.to) });
    },
    [mutateAsync],
  );
  const give = useCallback(
    // What failed as a whole stands on the page.
    (jobs: readonly Job[], to: Receiver, onSettled?: Settled) =>
      void send({ jobs, to }, onSettled).catch(() => {}),
    [send],
  );
  return { give, isPending, problem: error, refused: given && refusedOf(given) };

  function refusedOf({ onSettled, ...all }: NonNullable<typeof given>): Refused {
    const full = all.answer.filter(({ problem }) => problem?.code === "driver_over_capacity");
    const jobs = all.jobs.filter((job) => full.some((one) => one.assignment_id === job.assignmentId));
    return {
      ...all,
      giveAnyway:
        jobs.length === 0
          ? undefined
          : () => void send({ jobs, to: all.to, over_capacity: true }, onSettled).catch(() => {}),
      close: () => setGiven(undefined),
    };
  }
}

/** What became of each, in words. It belongs on the page once. */
export function AssignedMany({ assignMany: { refused, isPending } }: { assignMany: AssignMany }) {
  if (!refused) return null;
  const { jobs, to, answer, giveAnyway, close } = refused;
  const results = resultsOf(jobs, answer, to);
  const full = answer.filter(({ problem }) => problem?.code === "driver_over_capacity").length;
  return (
    <Dialog title={`Assign ${jobsText(jobs.length)} to ${to.name}`} size="lg" onClose={close}>
      <Stack>
        {giveAnyway && (
          <>
            <Text size="sm">
              With {full === jobs.length ? "them" : `the other ${full}`}, {to.name} has more than the capacity
              in the driver's settings says.
            </Text>
            <Button loading={isPending} variant="default" onClick={giveAnyway}>
              Assign {full} all the same
            </Button>
          </>
        )}
        <Outcome results={results} onClose={close} />
      </Stack>
    </Dialog>
  );
}

interface AssignManyMenuProps {
  assignMany: Pick<AssignMany, "give" | "isPending">;
  /** Of all carriers. */
  drivers: readonly DriverView[];
  /** No more than the API takes at a time. */
  jobs: readonly Job[];
  onSettled?: Settled;
  isDisabled?: boolean;
  label?: string;
}

/** *Assign to…* for many jobs: the nearest, one of their carriers' drivers, or nobody. */
export function AssignManyMenu({
  jobs,
  isDisabled = false,
  label = "Assign to…",
  ...of
}: AssignManyMenuProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="xs"
          loading={of.assignMany.isPending}
          disabled={isDisabled || jobs.length === 0}
          leftSection={<IconSteeringWheel size={16} />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw={240} mah="50vh" style={{ overflowY: "auto" }}>
        <Receivers jobs={jobs} {...of} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Receivers({ assignMany, drivers, jobs, onSettled }: AssignManyMenuProps) {
  const carriers = new Set(jobs.map(({ carrierId }) => carrierId));
  const theirs = drivers
    .filter(({ carrier_id }) => carriers.has(carrier_id))
    .sort((one, other) => dutyRank(one) - dutyRank(other));
  const give = (to: Receiver) => assignMany.give(jobs, to, onSettled);
  return (
    <>
      <Menu.Item onClick={() => give(nearestDriver)}>
        Nearest
        <Text size="xs" c="inherit">
          Each to whoever is nearest then
        </Text>
      </Menu.Item>
      {theirs.map((driver) => (
        <Menu.Item
          key={driver.id}
          disabled={driver.absent_until !== null}
          onClick={() => give({ id: driver.id, name: driver.name })}
        >
          {driver.name}
          <Text size="xs" c="inherit">
            {dutyText(driver)}
          </Text>
        </Menu.Item>
      ))}
      {jobs.some(({ hasDriver, hasGoods }) => hasDriver && !hasGoods) && (
        <Menu.Item onClick={() => give(nobody)}>
          Nobody
          <Text size="xs" c="inherit">
            Takes back what was not picked up
          </Text>
        </Menu.Item>
      )}
    </>
  );
}
