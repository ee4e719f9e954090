import { Button, Menu, Text } from "@mantine/core";
import { IconSteeringWheel } from "@tabler/icons-react";
import { metersBetween } from "../../../map/place.ts";
import { formatDistance } from "../../format.ts";
import type { Board } from "./board.ts";
import type { Job } from "./job.ts";
import { isFull, roomText } from "./words.ts";

interface AssignMenuProps {
  board: Board;
  job: Job;
  label: string;
  isNext: boolean;
}

/** The drivers on duty: those with room first, for the keyboard begins there, and of these the nearest. */
export function AssignMenu({ board, job, label, isNext }: AssignMenuProps) {
  const { assign } = board;
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <Button
          size="sm"
          variant={isNext ? "filled" : "default"}
          loading={assign.isPending}
          leftSection={<IconSteeringWheel size={16} />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw={240}>
        <Choices board={board} job={job} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Drawn when the menu opens: distances change with every position. */
function Choices({ board, job }: { board: Board; job: Job }) {
  const choices = choicesFor(board, job);
  if (choices.length === 0) return <Menu.Item disabled>No driver of this carrier is on duty</Menu.Item>;
  const unknown = job.pickup ? "Position unknown" : "Place of the pickup unknown";
  return choices.map(({ driver, meters }) => (
    <Menu.Item key={driver.id} disabled={isFull(driver)} onClick={() => board.assign.give(job, driver)}>
      {driver.name}
      <Text size="xs" c="dimmed">
        {[meters === undefined ? unknown : formatDistance(Math.round(meters)), roomText(driver)].join(" · ")}
      </Text>
    </Menu.Item>
  ));
}

function choicesFor({ drivers, movements }: Board, { carrierId, pickup }: Job) {
  return drivers
    .filter((driver) => driver.on_duty && driver.carrier_id === carrierId)
    .map((driver) => {
      const position = movements.drivers.get(driver.id)?.position ?? driver.position;
      return { driver, meters: position && pickup ? metersBetween(position, pickup) : undefined };
    })
    .sort(
      (one, other) =>
        Number(isFull(one.driver)) - Number(isFull(other.driver)) ||
        (one.meters ?? Infinity) - (other.meters ?? Infinity),
    );
}
