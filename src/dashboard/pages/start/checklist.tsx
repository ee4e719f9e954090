import { Accordion, Card, Group, Progress, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import { useState } from "react";
import type { Environment } from "../../../environment.ts";
import { ProblemAlert } from "../../components/problem.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { type Step, useSteps } from "./steps.ts";

interface ChecklistProps {
  environment: Environment;
  /** Of a key that this page knows, for the commands. */
  secret: string | null | undefined;
}

/**
 * The way from nothing to a webhook that arrived. It ticks itself, by asking the API; who has gone it before does not
 * see it again.
 */
export function Checklist({ environment, secret }: ChecklistProps) {
  const { steps, problem } = useSteps(environment, secret);
  const [wasDone, setWasDone] = useState<boolean>();
  if (steps && wasDone === undefined) setWasDone(steps.every(({ isDone }) => isDone));
  if (problem) return <ProblemAlert problem={problem} />;
  if (!steps || wasDone) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Group justify="space-between">
          <Title order={2}>{next ? "First delivery" : "Everything works"}</Title>
          <Text size="sm" c="dimmed" role="status">
            {done} of {steps.length} done
          </Text>
        </Group>
        <Progress value={(100 * done) / steps.length} color="green.8" size="sm" aria-label="Steps done" />
        <Accordion key={next?.id} defaultValue={next?.id ?? null} variant="separated" order={3}>
          {steps.map((step) => (
            <StepItem key={step.id} step={step} />
          ))}
        </Accordion>
      </Stack>
    </Card>
  );
}

function StepItem({ step: { id, title, lead, isDone, command } }: { step: Step }) {
  return (
    <Accordion.Item value={id}>
      <Accordion.Control
        icon={
          <ThemeIcon
            size="sm"
            radius="xl"
            color={isDone ? "green.8" : "gray"}
            variant={isDone ? "filled" : "light"}
            aria-label={isDone ? "Done" : "To do"}
          >
            {isDone ? <IconCheck size={14} /> : <IconCircle size={14} />}
          </ThemeIcon>
        }
      >
        <Text fw={600}>{title}</Text>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          <Text size="sm">{lead}</Text>
          <Snippet label="Command" text={command} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
