import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Problem } from "../../browser/problem.ts";
import { useEnvironment } from "../environment.ts";
import { takeOverFocus } from "../focus.ts";
import { environmentLooks } from "../theme.ts";
import { ProblemAlert } from "./problem.tsx";

/** The list of each kind. */
const lists = {
  shipment: { label: "All shipments", to: "/$environment/shipments" },
  schedule: { label: "All standing orders", to: "/$environment/schedules" },
  endpoint: { label: "All endpoints", to: "/$environment/webhooks" },
  carrier: { label: "All carriers", to: "/$environment/carriers" },
  driver: { label: "All drivers", to: "/$environment/drivers" },
  event: { label: "All events", to: "/$environment/events" },
  request: { label: "All requests", to: "/$environment/requests" },
  import: { label: "All imports", to: "/$environment/imports" },
  "order form": { label: "All order forms", to: "/$environment/order-forms" },
} as const;

const notFoundTitles = {
  shipment: "Shipment not found",
  schedule: "Standing order not found",
  endpoint: "Endpoint not found",
  carrier: "Carrier not found",
  driver: "Driver not found",
  event: "Event not found",
  request: "Request not found",
  import: "Import not found",
  "order form": "Order form not found",
} as const;

interface ObjectErrorProps {
  problem: Problem;
  kind: keyof typeof lists;
}

/** Shown instead of an object that failed to load. A missing one may be in the other environment. */
export function ObjectError({ problem, kind }: ObjectErrorProps) {
  const environment = useEnvironment();
  if (problem.code !== "not_found") return <ProblemAlert problem={problem} />;
  const other = environment === "sandbox" ? "live" : "sandbox";
  const { label, to } = lists[kind];
  return (
    <Stack gap="xs">
      <Title ref={takeOverFocus} order={1} tabIndex={-1}>
        {notFoundTitles[kind]}
      </Title>
      <Text c="dimmed">It was deleted, or it is in the other environment.</Text>
      <Group gap="lg">
        <Anchor renderRoot={(props) => <Link to={to} params={{ environment }} {...props} />}>{label}</Anchor>
        <Anchor renderRoot={(props) => <Link to="." params={{ environment: other }} {...props} />}>
          Look in {environmentLooks[other].word}
        </Anchor>
      </Group>
    </Stack>
  );
}
