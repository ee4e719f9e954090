import { Button, List, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { post } from "../../../browser/api.ts";
import { Notice } from "../../components/notice.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { Tiles } from "../../components/tiles.tsx";
import { formatCount, formatMs, formatPercent, humanize } from "../../format.ts";
import { useAction } from "../../queries.ts";
import { CarrierAbilities } from "./abilities.tsx";
import { isManaged, useCarrier } from "./use-carrier.ts";

/** Whether the carrier answers, and what it can do. */
export function CarrierHealthPage() {
  const { data: carrier, needs, link } = useCarrier();
  if (!carrier) return null;
  // Waybill itself answers for a fleet, from its rate card: nobody is asked who could be silent.
  if (carrier.kind === "fleet" && isManaged(carrier)) {
    return <Navigate {...link("/carriers/$carrierId/rate-card", { carrierId: carrier.id })} replace />;
  }
  return (
    <>
      {carrier.health && <Health health={carrier.health} />}
      {carrier.health && (
        <Permitted needs={needs}>
          <Check carrier={carrier} />
        </Permitted>
      )}
      <CarrierAbilities carrier={carrier} />
    </>
  );
}

function Health({ health }: { health: NonNullable<CarrierDetails["health"]> }) {
  const { asked, answered, p95_ms, circuit, last_error } = health;
  return (
    <>
      {circuit !== "closed" && (
        <Notice tone="bad" role="status">
          The carrier failed several times in a row. Waybill tries it again after a pause.
        </Notice>
      )}
      <Tiles
        isLoading={false}
        tiles={[
          { label: "Requests", value: formatCount(asked), note: "last 24 hours" },
          { label: "Response rate", value: formatPercent(answered, asked), note: "last 24 hours" },
          { label: "p95", value: formatMs(p95_ms), note: "response time" },
          { label: "Circuit", value: humanize(circuit), note: circuitNotes[circuit] },
        ]}
      />
      {last_error !== null && (
        <Section title="Last error">
          <Text size="sm" className="wrapping">
            {last_error.message}
          </Text>
        </Section>
      )}
    </>
  );
}

const circuitNotes = {
  closed: "gets every quote request",
  open: "paused after failures",
  half_open: "one request is trying it",
} as const;

/** Points that read badly as their code. */
const pointNames: Readonly<Record<string, string>> = { key_accepted: "API key" };
/** What a carrier works without. */
const optionalPoints: ReadonlySet<string> = new Set(["webhook"]);

/** Asks the carrier now; nothing is booked. */
function Check({ carrier: { id } }: { carrier: CarrierDetails }) {
  const { path, call } = useCarrier();
  const check = useAction((_: undefined) => post(`${path}/check`, undefined, call), {
    changes: [path],
  });
  return (
    <Section
      title="Check"
      lead="Waybill calls the carrier now. Nothing is booked."
      action={
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate(undefined)}>
          Check now
        </Button>
      }
    >
      <ActionProblem problem={check.error} />
      {check.data && (
        <List key={id} spacing="xs" size="sm" listStyleType="none" role="status">
          {check.data.points.map(({ code, passed, detail, duration_ms }) => (
            <List.Item
              key={code}
              icon={
                passed ? (
                  <IconCircleCheck size={18} color="var(--mantine-color-green-7)" aria-label="Passed" />
                ) : optionalPoints.has(code) ? (
                  <IconInfoCircle size={18} color="var(--mantine-color-dimmed)" aria-label="Not set up" />
                ) : (
                  <IconCircleX size={18} color="var(--mantine-color-red-7)" aria-label="Failed" />
                )
              }
            >
              {pointNames[code] ?? humanize(code)}: {detail}
              {duration_ms !== null && ` (${formatMs(duration_ms)})`}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
