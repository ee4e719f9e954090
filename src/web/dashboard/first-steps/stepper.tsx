import { Anchor, Box, Button, Card, Group, Stack, Text } from "@mantine/core";
import { IconArrowRight, IconCheck } from "@tabler/icons-react";
import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useEnvironment } from "../environment.ts";
import type { FirstStep } from "./steps.ts";
import { useFirstSteps } from "./use-first-steps.ts";

/**
 * Above every page in live, until the first delivery is done: what is done, what comes next, and the way there. Whoever
 * was through before does not see it again.
 */
export function FirstSteps() {
  const environment = useEnvironment();
  const [wasOpen, setWasOpen] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const steps = useFirstSteps(environment, wasOpen);
  if (!steps || isClosed) return null;
  const next = steps.find(({ isDone }) => !isDone);
  if (next && !wasOpen) setWasOpen(true);
  return (
    <Card component="section" aria-label="First steps" withBorder padding="sm" mb="lg">
      <Stack gap="xs">
        <Group component="ol" className="first-steps" gap="xs">
          {steps.map((step, index) => (
            <StepItem key={step.name} step={step} number={index + 1} isNext={step === next} />
          ))}
        </Group>
        <Group justify="space-between" gap="sm">
          <Text size="sm" role="status">
            {next?.lead ?? "Everything works. From now on you run the day on Dispatch and Shipments."}
          </Text>
          {next && <NextButton step={next} />}
          {!next && (
            <Button size="xs" variant="default" onClick={() => setClosed(true)}>
              Close
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

interface StepItemProps {
  step: FirstStep;
  number: number;
  isNext: boolean;
}

function StepItem({ step: { name, isDone, link }, number, isNext }: StepItemProps) {
  const state = isDone ? "done" : isNext ? "next" : "ahead";
  return (
    <Box component="li" data-state={state} aria-current={isNext ? "step" : undefined}>
      <span className="first-step-mark" role="img" aria-label={isDone ? "Done" : `Step ${number}`}>
        {isDone ? <IconCheck size={14} aria-hidden /> : number}
      </span>
      {isDone || isNext ? (
        <Anchor
          size="sm"
          c="inherit"
          fw={isNext ? 650 : 400}
          renderRoot={(props) => <Link {...link} {...props} />}
        >
          {name}
        </Anchor>
      ) : (
        <Text span size="sm" c="dimmed">
          {name}
        </Text>
      )}
    </Box>
  );
}

/** The way to the page of the next step; nothing on that page, where a form has the button. */
function NextButton({ step: { name, link } }: { step: FirstStep }) {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  if (router.buildLocation(link).pathname === pathname) return null;
  return (
    <Button
      size="xs"
      rightSection={<IconArrowRight size={14} />}
      renderRoot={(props) => <Link {...link} {...props} />}
    >
      Next: {name}
    </Button>
  );
}
