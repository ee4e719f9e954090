import { Button } from "@mantine/core";
import { remove } from "../../browser/api.ts";
import { ActionProblem } from "../components/problem.tsx";
import { useAction } from "../queries.ts";
import type { Side } from "../side.ts";
import { AssignMenu, type AssignMenuProps } from "./assign-menu.tsx";

interface JobDriverProps extends AssignMenuProps {
  side: Side;
  /** Paths to read again afterwards. */
  changes: readonly string[];
}

/** Who has a job: gives it to a driver, hands it over, or takes it back. */
export function JobDriver({ side, changes, isNext = false, ...menu }: JobDriverProps) {
  const { job } = menu;
  const takeBack = useAction(() => remove(`${side.base}/assignments/${job.assignmentId}/driver`, side.call), {
    changes,
    success: `${job.name} has no driver now.`,
  });
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
