import { Alert, Button, Code, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect } from "react";
import { isProblem, notLoaded, type Problem, unreachable } from "../../browser/problem.ts";
import { onReturn, useConnection } from "../connection.ts";
import { Notice } from "./notice.tsx";

/**
 * An error of the API in its own words, with the request id. An unreachable server is reported only while it is
 * unreachable.
 */
export function ProblemAlert({ problem, onRetry }: { problem: Problem | null; onRetry?: () => void }) {
  const isConnected = useConnection();
  if (problem === null || (problem.code === unreachable.code && isConnected && !onRetry)) return null;
  const { errors = [] } = problem;
  return (
    <Alert
      role="alert"
      tabIndex={-1}
      color="red"
      variant="light"
      icon={<IconAlertTriangle />}
      title={problem.title}
    >
      <Stack gap="xs" align="start">
        <Text size="sm">{problem.detail}</Text>
        {errors.length > 0 && (
          <List size="sm">
            {errors.map(({ pointer, parameter, detail }) => (
              <List.Item key={`${pointer} ${parameter} ${detail}`}>
                <Code>{parameter ?? pointer}</Code> {detail}
              </List.Item>
            ))}
          </List>
        )}
        {problem.request_id && (
          <Text size="xs" c="dimmed">
            Request ID <Code>{problem.request_id}</Code>
          </Text>
        )}
        {onRetry && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** The error of an action. A request without a response is reported until the next try, even when the server is back. */
export function ActionProblem({ problem }: { problem: Problem | null }) {
  if (problem?.code !== unreachable.code) return <ProblemAlert problem={problem} />;
  return (
    <Notice tone="bad" role="alert">
      Not sent: the server did not respond. Try again. The request cannot take effect twice.
    </Notice>
  );
}

/** Shown instead of a page that failed. Reloads it when the server is back. */
export function PageProblem({ error }: { error: unknown }) {
  useEffect(() => onReturn(() => window.location.reload()), []);
  return (
    <ProblemAlert problem={isProblem(error) ? error : notLoaded} onRetry={() => window.location.reload()} />
  );
}
