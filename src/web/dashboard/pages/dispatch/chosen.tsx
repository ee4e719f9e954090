import { Card, Text, Title } from "@mantine/core";
import type { Board } from "./board.ts";
import { ChosenDriver } from "./chosen-driver.tsx";
import { ChosenJob } from "./chosen-job.tsx";
import { ChosenShipment } from "./chosen-shipment.tsx";

/** The right side: the chosen one, and what to do next. */
export function Chosen({ board }: { board: Board }) {
  const { shipment, driver } = board.chosen;
  const { isInstallation } = board.side;
  const found = board.drivers.find(({ id }) => id === driver);
  return (
    <Card component="section" aria-label="Chosen" withBorder padding="md" className="dispatch-list">
      {shipment !== undefined && !isInstallation && (
        <ChosenShipment key={shipment} board={board} id={shipment} />
      )}
      {shipment !== undefined && isInstallation && (
        <ChosenJob key={shipment} board={board} id={shipment} driver={found} />
      )}
      {shipment === undefined && found && <ChosenDriver key={found.id} board={board} driver={found} />}
      {shipment === undefined && !found && (
        <>
          <Title order={2}>Choose</Title>
          <Text size="sm" c="dimmed">
            Choose a shipment or driver in a list or on the map. What you can do appears here.
          </Text>
        </>
      )}
    </Card>
  );
}
