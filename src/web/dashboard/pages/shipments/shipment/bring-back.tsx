import { Group } from "@mantine/core";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { Section } from "../../../components/section.tsx";
import { useMay } from "../../../permissions.ts";
import { Recall } from "../../../recalls/recall.tsx";
import { sideOf } from "../../../side.ts";
import { useIsOwnFleet } from "./move-by-hand.tsx";

/** Has goods brought back that one of the account's drivers has, or lets them go on. */
export function BringBack({ shipment }: { shipment: ShipmentView }) {
  const isOwnFleet = useIsOwnFleet(shipment);
  const may = useMay("dispatch:write");
  const { id, status, environment, assignment } = shipment;
  if (!isOwnFleet || !may || (status !== "in_transit" && status !== "returning")) return null;
  return (
    <Section
      title={status === "returning" ? "On the way back" : "On the way"}
      lead="Your driver has the goods, and can turn around."
    >
      <Group>
        <Recall
          side={sideOf(environment, false)}
          shipment={shipment}
          driver={assignment?.driver ?? undefined}
          changes={[
            "/platform/shipments",
            `/platform/tracking/${id}`,
            "/platform/events",
            "/platform/driver-notices",
          ]}
        />
      </Group>
    </Section>
  );
}
