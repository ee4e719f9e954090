import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Problem } from "../api.ts";
import { useEnvironment } from "../environment.ts";
import { takeOverFocus } from "../focus.ts";
import { environmentLooks } from "../theme.ts";
import { ProblemAlert } from "./problem.tsx";

/** Where those are that are there. */
const lists = {
  shipment: { label: "All shipments", to: "/$environment/shipments" },
  endpoint: { label: "All endpoints", to: "/$environment/webhooks" },
  event: { label: "All events", to: "/$environment/events" },
  request: { label: "All requests", to: "/$environment/requests" },
} as const;

interface ThingProblemProps {
  problem: Problem;
  kind: keyof typeof lists;
}

/** In place of the page of a single thing that could not be read: one that is not there may be in the other environment. */
export function ThingProblem({ problem, kind }: ThingProblemProps) {
  const environment = useEnvironment();
  if (problem.code !== "not_found") return <ProblemAlert problem={problem} />;
  const other = environment === "sandbox" ? "live" : "sandbox";
  const { label, to } = lists[kind];
  return (
    <Stack gap="xs">
      <Title ref={takeOverFocus} order={1} tabIndex={-1}>
        There is no such {kind} here
      </Title>
      <Text c="dimmed">It is gone, or belongs to the other environment.</Text>
      <Group gap="lg">
        <Anchor renderRoot={(props) => <Link to={to} params={{ environment }} {...props} />}>{label}</Anchor>
        <Anchor renderRoot={(props) => <Link to="." params={{ environment: other }} {...props} />}>
          Look for it in {environmentLooks[other].word}
        </Anchor>
      </Group>
    </Stack>
  );
}
