import { Group, Stack, Title } from "@mantine/core";
import type { AttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { pinnableStops } from "@/delivery/lifecycle/state/shipment.ts";
import { jobOfShipment } from "../../assigning/job.ts";
import { LaterButton } from "../../components/bulk/later-button.tsx";
import { Expected } from "../../components/expected.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { ShipmentLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { ShipmentStatus } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { WindowText } from "../../components/window-text.tsx";
import { formatMoney, formatRoute, humanize, nameOfShipment } from "../../format.ts";
import { useMay } from "../../permissions.ts";
import { useRead } from "../../queries.ts";
import { Recall } from "../../recalls/recall.tsx";
import { useFleets } from "../drivers/fleets.ts";
import type { Board } from "./board.ts";
import { expectedAt } from "./expected.ts";
import { jobOfItem } from "./need-jobs.ts";
import { actionsFor } from "./next-actions.ts";
import { boardPaths } from "./reading.ts";
import { Actions } from "./remedies.tsx";
import { Told } from "./told.tsx";
import { kindOf } from "./words.ts";

/** What is wrong with the shipment, what to do, and what a dispatcher asks first. */
export function ChosenShipment({ board, id }: { board: Board; id: string }) {
  const { environment } = board.side;
  const { data: shipment, error } = useRead(`/platform/shipments/${id}`, { environment });
  const items = board.attention.filter((item) => item.shipment_id === id);
  const [first] = items;
  const fleets = useFleets();
  const may = useMay("dispatch:write");
  const isOwnFleet = fleets?.some((fleet) => fleet.id === shipment?.assignment?.carrier.id) ?? false;
  const driver = board.drivers.find((one) => one.id === shipment?.assignment?.driver_id);
  const job =
    (shipment && isOwnFleet ? jobOfShipment(shipment) : undefined) ?? (first && jobOfItem(first, shipment));
  return (
    <Stack gap="sm">
      <ProblemAlert problem={shipment ? null : error} />
      {shipment && (
        <Group gap="xs" justify="space-between">
          <Title order={2} className="wrapping">
            {nameOfShipment(shipment)}
          </Title>
          <ShipmentStatus status={shipment.status} />
        </Group>
      )}
      {items.map((item) => (
        <Trouble key={item.id} item={item} />
      ))}
      <Actions
        board={board}
        shipment={shipment}
        job={job}
        actions={actionsFor(items, shipment, job)}
        waiting={items.find(({ kind }) => kind === "waiting_at_pickup")}
      />
      {shipment && isOwnFleet && (
        <Group gap="xs">
          {pinnableStops[shipment.status] && <LaterButton ids={[id]} changes={boardPaths(board.side)} />}
          {may && (
            <Recall
              side={board.side}
              shipment={shipment}
              driver={shipment.assignment?.driver ?? undefined}
              changes={boardPaths(board.side)}
            />
          )}
        </Group>
      )}
      {isOwnFleet && !driver?.without_phone && <Told of={{ shipment_id: id }} />}
      {shipment && <Details shipment={shipment} />}
    </Stack>
  );
}

export function Trouble({ item: { kind, detail, due_at, is_urgent } }: { item: AttentionItemView }) {
  const { title, tone } = kindOf(kind, is_urgent);
  return (
    <Notice tone={tone}>
      {title}, due <Time at={due_at} />. {detail}
    </Notice>
  );
}

function Details({ shipment }: { shipment: ShipmentView }) {
  const { id, environment, tracking_number, substatus, delivery, assignment, price } = shipment;
  const { contact, address, window } = delivery;
  return (
    <Facts>
      <Fact label="Shipment">
        <ShipmentLink inherit environment={environment} id={id}>
          {tracking_number}
        </ShipmentLink>
      </Fact>
      {substatus && <Fact label="State">{humanize(substatus)}</Fact>}
      <Fact label="Route">{formatRoute(shipment)}</Fact>
      <Fact label="Recipient">
        {contact.name}, {address.line1}
      </Fact>
      {window && (
        <Fact label="Window">
          <WindowText window={window} place={address} />
        </Fact>
      )}
      <Fact label="Expected">
        <Expected at={expectedAt(shipment)} />
      </Fact>
      {assignment && <Fact label="Carrier">{assignment.carrier.name}</Fact>}
      {assignment && <Fact label="Driver">{assignment.driver?.name ?? "Nobody yet"}</Fact>}
      {price && <Fact label="Price">{formatMoney(price)}</Fact>}
    </Facts>
  );
}
