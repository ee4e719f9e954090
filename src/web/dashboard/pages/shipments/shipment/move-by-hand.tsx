import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { substatuses } from "@/delivery/model/model.ts";
import { OverCapacity, useAssign } from "../../../assigning/assign.tsx";
import { useDrivers } from "../../../assigning/drivers.ts";
import { jobOfShipment } from "../../../assigning/job.ts";
import { JobDriver } from "../../../assigning/job-driver.tsx";
import { LaterButton } from "../../../components/bulk/later-button.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { humanize } from "../../../format.ts";
import { useMay } from "../../../permissions.ts";
import { useRead } from "../../../queries.ts";
import { sideOf } from "../../../side.ts";
import { Deliver } from "./deliver.tsx";
import { FailDelivery } from "./fail-delivery.tsx";
import { useReport } from "./report.ts";

const changesOfMove = ["/platform/shipments", "/platform/tracking", "/platform/events"];

/** Moves the delivery of an own fleet: what its driver would report. */
export function MoveByHand({ shipment }: { shipment: ShipmentView }) {
  const { status } = shipment;
  const isOwnFleet = useIsOwnFleet(shipment);
  const isUnderWay = status === "assigned" || status === "in_transit" || status === "returning";
  if (!isUnderWay || !isOwnFleet) return null;
  return <Moves shipment={shipment} />;
}

function Moves({ shipment }: { shipment: ShipmentView }) {
  const [dialog, setDialog] = useState<"deliver" | "fail">();
  const close = () => setDialog(undefined);
  const report = useReport(shipment);
  const isReturning = shipment.status === "returning";
  return (
    <Section
      title="Your fleet"
      lead="Choose who has the job, move its times, and report what the driver has done."
    >
      <ActionProblem problem={report.error} />
      <RiderOfJob shipment={shipment} />
      {!isReturning && (
        <Group>
          <LaterButton ids={[shipment.id]} changes={changesOfMove} />
        </Group>
      )}
      <Group gap="xs">
        {!isReturning &&
          stepsAhead(shipment).map((substatus, index) => (
            <Button
              key={substatus}
              size="xs"
              variant={index === 0 && shipment.assignment?.driver ? "filled" : "default"}
              loading={report.isPending}
              onClick={() => report.mutate({ type: "progress", substatus })}
            >
              {humanize(substatus)}
            </Button>
          ))}
        {(shipment.status === "in_transit" || isReturning) && (
          <Button size="xs" variant="default" onClick={() => setDialog("deliver")}>
            Delivered…
          </Button>
        )}
        {!isReturning && (
          <Button size="xs" variant="default" onClick={() => setDialog("fail")}>
            Could not deliver…
          </Button>
        )}
        {isReturning && (
          <Button size="xs" loading={report.isPending} onClick={() => report.mutate({ type: "returned" })}>
            Returned to the sender
          </Button>
        )}
      </Group>
      {dialog === "deliver" && <Deliver shipment={shipment} onClose={close} />}
      {dialog === "fail" && <FailDelivery shipment={shipment} onClose={close} />}
    </Section>
  );
}

/** Who has the job, as on Dispatch. */
function RiderOfJob({ shipment }: { shipment: ShipmentView }) {
  const side = sideOf(shipment.environment, false);
  const { data: drivers } = useDrivers(side);
  const changes = ["/platform/shipments", `/platform/tracking/${shipment.id}`, "/platform/drivers"];
  const assign = useAssign(side, changes);
  const job = jobOfShipment(shipment);
  if (!job || !drivers) return null;
  return (
    <>
      <ActionProblem problem={assign.problem} />
      <OverCapacity assign={assign} />
      <Group gap="xs">
        <JobDriver side={side} assign={assign} drivers={drivers} job={job} isNext changes={changes} />
      </Group>
    </>
  );
}

/** What the driver of a confirmed booking does, in order. */
const [, , ...steps] = substatuses;
type Step = (typeof steps)[number];

function stepsAhead({ substatus }: ShipmentView): readonly Step[] {
  return steps.slice(steps.indexOf(substatus as Step) + 1);
}

/** Whether the account's own fleet has the shipment, and this person may move it. */
export function useIsOwnFleet({ environment, assignment }: ShipmentView): boolean {
  const may = useMay("dispatch:write");
  const { data: carrier } = useRead(`/platform/carriers/${assignment?.carrier.id ?? ""}`, {
    environment,
    enabled: assignment !== null && may,
  });
  return may && carrier?.kind === "fleet" && carrier.settings !== null;
}
