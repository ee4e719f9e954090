import { Button, Group, Text } from "@mantine/core";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { put, remove } from "../../../browser/api.ts";
import { pageNow } from "../../../browser/clock.ts";
import { ActionProblem } from "../../components/problem.tsx";
import { useAction } from "../../queries.ts";
import { useSide } from "../../side.ts";
import { toldPath } from "./reading.ts";

/** The driver is out until midnight: what has no goods is nobody's at once. */
export function OutToday({ driver: { id, absent_until } }: { driver: DriverView }) {
  const side = useSide();
  const { base, call } = side;
  const path = `${base}/drivers/${id}/absence` as const;
  const changes = [`${base}/drivers`, `${base}/shipments`, `${base}/attention`, toldPath(side)];
  const out = useAction(() => put(path, { until: midnight(), jobs: "release" }, call), { changes });
  const back = useAction(() => remove(path, call), { changes });
  if (absent_until === null) {
    return (
      <>
        <Button variant="default" loading={out.isPending} onClick={() => out.mutate(undefined)}>
          Out today
        </Button>
        <Text size="xs" c="dimmed">
          Takes back what was not picked up. Goods wait for somebody to meet the driver.
        </Text>
        <ActionProblem problem={out.error} />
      </>
    );
  }
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Out today
        </Text>
        <Button size="xs" variant="default" loading={back.isPending} onClick={() => back.mutate(undefined)}>
          Back again
        </Button>
      </Group>
      <ActionProblem problem={back.error} />
    </>
  );
}

/** Of the day where the dispatcher is. */
function midnight(): string {
  const end = new Date(pageNow());
  end.setHours(24, 0, 0, 0);
  return end.toISOString();
}
