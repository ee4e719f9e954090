import { Button, Group } from "@mantine/core";
import { isSimulated } from "@/delivery/carriers/kinds/simulated/fleet.ts";
import { planOf } from "@/delivery/lifecycle/simulation/plan.ts";
import { statesOf } from "@/delivery/lifecycle/simulation/simulation.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { scriptOf } from "@/delivery/model/script/named.ts";
import type { Advanced } from "@/delivery/sandbox/schema.ts";
import { post } from "@/web/browser/api.ts";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { humanize } from "../../../format.ts";
import { useMay } from "../../../permissions.ts";
import { useAction } from "../../../queries.ts";

type State = Advanced["next"][number];
/** Where a script leads is not shown with the shipment. */
type Target = State | "next step";

/** Sandbox: moves the simulated driver manually. */
export function Advance({ shipment }: { shipment: ShipmentView }) {
  const { id, environment } = shipment;
  const advance = useAction(
    (target: Target, idempotencyKey) =>
      post(`/platform/sandbox/shipments/${id}/advance`, target === "next step" ? {} : { to: target }, {
        environment,
        idempotencyKey,
      }),
    { changes: [`/platform/shipments/${id}`, `/platform/tracking/${id}`] },
  );
  const may = useMay("sandbox:write");
  const states = statesAhead(shipment);
  if (states.length === 0 || !may) return null;
  return (
    <Section title="Simulated driver" lead="Skip the simulated driver ahead to…">
      <ActionProblem problem={advance.error} />
      <Group gap="xs">
        {states.map((state, index) => (
          <Button
            key={state}
            size="xs"
            variant={index === 0 ? "filled" : "default"}
            loading={advance.isPending && advance.variables === state}
            disabled={advance.isPending}
            onClick={() => advance.mutate(state)}
          >
            {humanize(state)}
          </Button>
        ))}
      </Group>
    </Section>
  );
}

/** The remaining steps of the driver's plan, in order. */
function statesAhead({
  assignment,
  simulation,
  status,
  substatus,
  if_undeliverable,
}: ShipmentView): Target[] {
  const isWithDriver = status === "assigned" || status === "in_transit" || status === "returning";
  if (!assignment || !isSimulated(assignment.carrier.id) || !simulation || !isWithDriver) return [];
  if (simulation.outcome === "scripted") return ["next step"];
  const plan = planOf(scriptOf(simulation), assignment.attempt, if_undeliverable);
  const states = plan.flatMap(({ act }) => statesOf(act, if_undeliverable).slice(0, 1));
  return states.slice(states.indexOf(substatus ?? status) + 1);
}
