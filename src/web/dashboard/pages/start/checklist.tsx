import { Accordion, Anchor, Card, Group, Progress, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { KeyWithSecretView } from "@/access/keys/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import type { DeliveryView } from "@/messaging/webhooks/deliveries/schema.ts";
import { DeliveryLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { useSteps } from "./progress.ts";
import type { Step } from "./steps.ts";

interface ChecklistProps {
  environment: Environment;
  /** For the commands. Null after the person has copied it; undefined where this page knows no key. */
  firstKey: KeyWithSecretView | null | undefined;
  /** Refreshes paths in the rounds of the page. */
  refresh: (paths: readonly string[]) => void;
}

/** Endpoints and deliveries have no events. */
const watched = ["/platform/webhooks"];
const watchEveryMs = 3_000;
/** What the rest of the page shows of a step that is done. */
const figures = ["/platform/usage", "/platform/account", "/platform/shipments"];

/**
 * The steps from an empty account to a delivered webhook. It reads from the API which are done. Whoever finished them
 * before does not see it again.
 */
export function Checklist(props: ChecklistProps) {
  const [wasDone, setWasDone] = useState(false);
  return wasDone ? null : <OpenChecklist {...props} onWasDone={() => setWasDone(true)} />;
}

/** `onWasDone`: called if all steps were done before. */
function OpenChecklist(props: ChecklistProps & { onWasDone: () => void }) {
  const { environment, firstKey, refresh, onWasDone } = props;
  const [isNew, setIsNew] = useState(false);
  const { steps, problem } = useSteps(environment, firstKey, !isNew);
  const wasDone = !isNew && (steps?.every(({ isDone }) => isDone) ?? false);
  if (steps && !wasDone && !isNew) setIsNew(true);
  useEffect(() => {
    if (wasDone) onWasDone();
  }, [wasDone, onWasDone]);
  if (problem) return <ProblemAlert problem={problem} />;
  if (!steps || wasDone) return null;
  return <Steps environment={environment} steps={steps} refresh={refresh} />;
}

interface StepsProps extends Pick<ChecklistProps, "environment" | "refresh"> {
  steps: readonly Step[];
}

function Steps({ environment, steps, refresh }: StepsProps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  const isOpen = next !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(refresh, watchEveryMs, watched);
    return () => clearInterval(timer);
  }, [isOpen, refresh]);
  useEffect(() => {
    if (done > 0) refresh(figures);
  }, [done, refresh]);
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
