import { Button, Menu, Text } from "@mantine/core";
import { IconSteeringWheel } from "@tabler/icons-react";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { metersBetween, type Place } from "../../map/place.ts";
import { formatDistance } from "../format.ts";
import type { Assign } from "./assign.tsx";
import type { Job } from "./job.ts";
import { dutyRank, dutyText, isFull, roomText } from "./load.ts";

export interface AssignMenuProps {
  assign: Pick<Assign, "give" | "isPending">;
  /** Of all carriers. */
  drivers: readonly DriverView[];
  job: Job;
  isNext?: boolean;
  /** Where a driver is now, where the page knows it better than the list. */
  placeOf?: (driver: DriverView) => Place | null;
}

const listedPlace = ({ position }: DriverView): Place | null => position;

/** The drivers of the job's carrier: on duty with room first, for the keyboard begins there, and of these the nearest. */
export function AssignMenu({ isNext = false, ...of }: AssignMenuProps) {
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <Button
          size="sm"
          variant={isNext ? "filled" : "default"}
          loading={of.assign.isPending}
          leftSection={<IconSteeringWheel size={16} />}
        >
          {of.job.hasDriver ? "Hand over to…" : "Assign to…"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw={240} mah="50vh" style={{ overflowY: "auto" }}>
        <Choices {...of} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Drawn when the menu opens: distances change with every position. */
function Choices({ assign, drivers, job, placeOf = listedPlace }: Omit<AssignMenuProps, "isNext">) {
  const choices = choicesFor(drivers, job, placeOf);
  if (choices.length === 0) return <Menu.Item disabled>This carrier has no drivers</Menu.Item>;
  return choices.map(({ driver, meters }) => (
    <Menu.Item
      key={driver.id}
      disabled={driver.absent_until !== null}
      onClick={() => assign.give(job, driver)}
    >
      {driver.name}
      <Text size="xs" c="inherit">
        {choiceText(driver, job, meters)}
      </Text>
    </Menu.Item>
  ));
}

function choiceText(driver: DriverView, { pickup }: Job, meters: number | undefined): string {
  const full = isFull(driver) ? ", full" : "";
  if (!driver.on_duty || driver.absent_until !== null) return dutyText(driver) + full;
  if (driver.without_phone) return `No phone · ${roomText(driver)}${full}`;
  const unknown = pickup ? "Position unknown" : "Place of the pickup unknown";
  const distance = meters === undefined ? unknown : formatDistance(Math.round(meters));
  return `${distance} · ${roomText(driver)}${full}`;
}

function choicesFor(
  drivers: readonly DriverView[],
  { carrierId, pickup }: Job,
  placeOf: (driver: DriverView) => Place | null,
) {
  return drivers
    .filter((driver) => driver.carrier_id === carrierId)
    .map((driver) => {
      const place = driver.on_duty ? placeOf(driver) : null;
      return { driver, meters: place && pickup ? metersBetween(place, pickup) : undefined };
    })
    .sort(
      (one, other) =>
        dutyRank(one.driver) - dutyRank(other.driver) ||
        (one.meters ?? Infinity) - (other.meters ?? Infinity),
    );
}
