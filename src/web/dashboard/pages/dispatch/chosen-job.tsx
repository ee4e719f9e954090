import { Group, Stack, Text, Title } from "@mantine/core";
import type { StopView } from "@/delivery/fleet/dispatch/stops/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { jobOfStops } from "../../assigning/job.ts";
import { LaterButton } from "../../components/bulk/later-button.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { WindowText } from "../../components/window-text.tsx";
import { humanize } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { Recall } from "../../recalls/recall.tsx";
import type { Board } from "./board.ts";
import { Trouble } from "./chosen-shipment.tsx";
import { jobOfItem, nameOfItem } from "./need-jobs.ts";
import { actionsForJob } from "./next-actions.ts";
import { boardPaths } from "./reading.ts";
import { Actions } from "./remedies.tsx";
import { Told } from "./told.tsx";

/** An operator hears of accounts' shipments by no event. */
const stateEveryMs = 5_000;

interface ChosenJobProps {
  board: Board;
  id: string;
  /** Whose stop it was chosen from. */
  driver: DriverView | undefined;
}

/** A job of the installation's fleets. Its operator sees what the driver sees, not the account's shipment. */
export function ChosenJob({ board, id, driver: chosen }: ChosenJobProps) {
  const { base, call } = board.side;
  const items = board.attention.filter((item) => item.shipment_id === id);
  const [first] = items;
  const driver = chosen ?? board.drivers.find((one) => one.id === first?.driver_id);
  const { data } = useRead(`${base}/drivers/${driver?.id ?? ""}/stops`, {
    ...call,
    enabled: driver !== undefined,
  });
  const { data: fleetShipment } = useRead(`/operator/shipments/${id}`, {
    query: { environment: board.side.environment },
    refetchInterval: stateEveryMs,
  });
  const stops = data?.data.filter((stop) => stop.shipment_id === id) ?? [];
  const job = (driver && jobOfStops(driver, stops)) ?? (first && jobOfItem(first, undefined));
  const title = job?.name ?? (first && nameOfItem(first));
  return (
    <Stack gap="sm">
      {title && (
        <Title order={2} className="wrapping">
          {title}
        </Title>
      )}
      {items.map((item) => (
        <Trouble key={item.id} item={item} />
      ))}
      <Actions
        board={board}
        shipment={undefined}
        job={job}
        actions={actionsForJob(first, job)}
        waiting={items.find(({ kind }) => kind === "waiting_at_pickup")}
      />
      {!title && (
        <Text size="sm" c="dimmed">
          Nothing is wrong with this job. Choose its driver to see the stops.
        </Text>
      )}
      <Group gap="xs">
        {job && <LaterButton ids={[id]} changes={boardPaths(board.side)} />}
        {fleetShipment && (
          <Recall
            side={board.side}
            shipment={fleetShipment}
            driver={fleetShipment.driver ?? undefined}
            changes={[...boardPaths(board.side), `/operator/shipments/${id}`]}
          />
        )}
      </Group>
      <Told of={{ shipment_id: id }} />
      {driver && stops.length > 0 && (
        <Facts>
          <Fact label="Driver">{driver.name}</Fact>
          {stops.map((stop) => (
            <Fact key={stop.id} label={humanize(stop.kind)}>
              <Where stop={stop} />
            </Fact>
          ))}
        </Facts>
      )}
    </Stack>
  );
}

function Where({ stop: { contact, address, window, estimated_at } }: { stop: StopView }) {
  const { line1, postal_code, city } = address;
  const place = [line1, [postal_code, city].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return (
    <>
      {[contact?.company ?? contact?.name, place].filter(Boolean).join(", ")}
      <br />
      {window ? <WindowText window={window} place={address} /> : <Time at={estimated_at} none="No window" />}
    </>
  );
}
