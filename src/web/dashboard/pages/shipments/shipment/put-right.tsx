import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { isSimulated } from "@/delivery/carriers/kinds/simulated/fleet.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { Section } from "../../../components/section.tsx";
import { useMay } from "../../../permissions.ts";
import { sideOf } from "../../../side.ts";
import { AddCharge } from "./add-charge.tsx";
import { waitsOf } from "./charge-words.ts";
import { Correct } from "./correct.tsx";
import { correctionsOf } from "./corrections.ts";
import { useIsOwnFleet } from "./move-by-hand.tsx";

/** What the owner of a fleet puts right: a state that was reported wrongly, and the price. */
export function PutRight({ shipment }: { shipment: ShipmentView }) {
  const [dialog, setDialog] = useState<"correct" | "charge">();
  const isOwnFleet = useIsOwnFleet(shipment);
  const may = useMay("dispatch:write");
  const { assignment } = shipment;
  if (assignment === null || !may) return null;
  const isByWaybill = isSimulated(assignment.carrier.id);
  if (!isOwnFleet && !isByWaybill) return null;
  const states = correctionsOf(shipment, isByWaybill);
  const close = () => setDialog(undefined);
  return (
    <Section title="Put right" lead="A state that was reported wrongly, or a charge beside the price.">
      <Group gap="xs">
        {states.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setDialog("correct")}>
            Correct…
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => setDialog("charge")}>
          Add a charge…
        </Button>
      </Group>
      {dialog === "correct" && <Correct shipment={shipment} states={states} onClose={close} />}
      {dialog === "charge" && (
        <AddCharge
          id={shipment.id}
          side={sideOf(shipment.environment, false)}
          price={shipment.price}
          carrierId={assignment.carrier.id}
          waits={waitsOf(shipment)}
          onClose={close}
        />
      )}
    </Section>
  );
}
