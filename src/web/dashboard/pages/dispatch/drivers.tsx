import { Card, Group, Text, Title, UnstyledButton } from "@mantine/core";
import { memo, useState } from "react";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { droppedJobs, hasJobs } from "../../assigning/job.ts";
import { roomText } from "../../assigning/load.ts";
import { Duty } from "../../components/status-badge.tsx";
import type { Board } from "./board.ts";
import { useUnseen } from "./reading.ts";

/** Everybody who drives, those on duty first. Jobs can be dropped on each. */
export function Drivers({ board }: { board: Board }) {
  const { side, drivers, chosen, choose, give } = board;
  const unseen = useUnseen(side, board.hasBegun);
  const shown = drivers.toSorted((one, other) => Number(other.on_duty) - Number(one.on_duty));
  return (
    <Card component="section" aria-label="Drivers" withBorder padding="sm" className="dispatch-list">
      <Title order={2} mb="xs">
        Drivers
      </Title>
      {drivers.length === 0 && (
        <Text size="sm" c="dimmed">
          No drivers yet. Add them on the page Drivers.
        </Text>
      )}
      <ul className="plain-list">
        {shown.map((driver) => (
          <DriverRow
            key={driver.id}
            driver={driver}
            // Nobody sees anything without a phone.
            unseen={driver.without_phone ? undefined : unseen.get(driver.id)}
            isChosen={chosen.driver === driver.id}
            choose={choose}
            give={give}
          />
        ))}
      </ul>
    </Card>
  );
}

interface DriverRowProps {
  driver: DriverView;
  /** How much of what they were told they have not seen; undefined for nothing, and without a phone. */
  unseen: string | undefined;
  isChosen: boolean;
  choose: Board["choose"];
  give: Board["give"];
}

const DriverRow = memo(({ driver, unseen, isChosen, choose, give }: DriverRowProps) => {
  const [isOver, setIsOver] = useState(false);
  return (
    <li
      className="dispatch-item"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasJobs(event.dataTransfer)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        const jobs = droppedJobs(event.dataTransfer);
        if (jobs.length === 0) return;
        event.preventDefault();
        give(jobs, driver);
      }}
    >
      <UnstyledButton
        p="xs"
        w="100%"
        aria-current={isChosen || undefined}
        onClick={() => choose({ driver: driver.id })}
      >
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} truncate>
            {driver.name}
          </Text>
          <Duty driver={driver} />
        </Group>
        <Text size="xs" c="dimmed">
          {roomText(driver)}
          {unseen && ` · ${unseen}`}
        </Text>
      </UnstyledButton>
    </li>
  );
});
