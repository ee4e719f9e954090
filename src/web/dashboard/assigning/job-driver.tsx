import { Button } from "@mantine/core";
import { post } from "../../browser/api.ts";
import { ActionProblem } from "../components/problem.tsx";
import { useAction } from "../queries.ts";
import type { Side } from "../side.ts";
import { AssignMenu, type AssignMenuProps } from "./assign-menu.tsx";
import { expectedDrivers } from "./job.ts";

interface JobDriverProps extends AssignMenuProps {
  side: Side;
  /** Paths to read again afterwards. */
  changes: readonly string[];
}

/** Who has a job: gives it to a driver, hands it over, or takes it back. */
export function JobDriver({ side, changes, isNext = false, ...menu }: JobDriverProps) {
  const { job } = menu;
  const takeBack = useAction(
    async (_: undefined, idempotencyKey) => {
      const path = `${side.base}/assignments/driver/batch` as const;
      const one = { driver_id: null, assignment_ids: [job.assignmentId], ...expectedDrivers([job]) };
      const { results } = await post(path, one, { ...side.call, idempotencyKey });
      // A batch refuses each job by itself.
      const problem = results[0]?.problem;
      if (problem) throw problem;
    },
    { changes, success: `${job.name} has no driver now.` },
  );
  return (
    <>
      <ActionProblem problem={takeBack.error} />
      <AssignMenu {...menu} isNext={isNext && !job.hasDriver} />
      {job.hasDriver && !job.hasGoods && (
        <Button variant="default" loading={takeBack.isPending} onClick={() => takeBack.mutate(undefined)}>
          Take back
        </Button>
      )}
    </>
  );
}
