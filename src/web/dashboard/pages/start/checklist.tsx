import { Accordion, Anchor, Card, Group, Progress, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { useDidUpdate } from "@mantine/hooks";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { KeyWithSecretView } from "../../../../access/keys/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";
import type { DeliveryView } from "../../../../messaging/webhooks/deliveries/schema.ts";
import { DeliveryLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { type Step, useSteps } from "./steps.ts";

interface ChecklistProps {
  environment: Environment;
  /** For the commands. Null after the person has copied it; undefined where this page knows no key. */
  firstKey: KeyWithSecretView | null | undefined;
  /** Called when a step is done, so that the rest of the page can refresh. */
  onTick: () => void;
}

/**
 * The steps from an empty account to a delivered webhook. It reads from the API which are done. Whoever finished them
 * before does not see it again.
 */
export function Checklist({ environment, firstKey, onTick }: ChecklistProps) {
  const [wasDone, setWasDone] = useState<boolean>();
  const { steps, problem } = useSteps(environment, firstKey, wasDone === undefined);
  if (steps && wasDone === undefined) setWasDone(steps.every(({ isDone }) => isDone));
  if (problem) return <ProblemAlert problem={problem} />;
  if (!steps || wasDone) return null;
  return <Steps environment={environment} steps={steps} onTick={onTick} />;
}

interface StepsProps extends Pick<ChecklistProps, "environment" | "onTick"> {
  steps: readonly Step[];
}

function Steps({ environment, steps, onTick }: StepsProps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  useDidUpdate(onTick, [done]);
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
            <StepItem key={step.id} environment={environment} step={step} />
          ))}
        </Accordion>
      </Stack>
    </Card>
  );
}

function StepItem({ environment, step }: { environment: Environment; step: Step }) {
  const { id, title, lead, isDone, command, form, failed } = step;
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
          {failed && <Failed environment={environment} delivery={failed} />}
          <Snippet label="Command" text={command} />
          <Anchor size="sm" renderRoot={(props) => <Link {...form.link} {...props} />}>
            {form.label}
          </Anchor>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

const endings: Partial<Record<DeliveryView["status"], string>> = {
  pending: ". Waybill retries automatically",
  failed: ". No more retries",
  paused: ". It waits until you enable the endpoint",
};

function Failed({ environment, delivery }: { environment: Environment; delivery: DeliveryView }) {
  const { id, webhook_id, attempt_count, status } = delivery;
  return (
    <Notice tone={status === "failed" ? "bad" : "warn"} role="status">
      {attempt_count === 1 ? "One attempt" : `${attempt_count} attempts`} of the latest delivery failed
      {endings[status] ?? ""}.{" "}
      <DeliveryLink environment={environment} endpointId={webhook_id} id={id} inherit>
        See the response of your endpoint
      </DeliveryLink>
    </Notice>
  );
}
