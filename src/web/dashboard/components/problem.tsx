import { Alert, Button, Code, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect } from "react";
import { isProblem, notLoaded, type Problem, unreachable } from "../api.ts";
import { onReturn, useConnection } from "../connection.ts";
import { Notice } from "./notice.tsx";

/**
 * What the API says is wrong, in its own words, with what its operator needs to find it again. That the server does
 * not answer is said for as long as it is so.
 */
export function ProblemAlert({ problem, onRetry }: { problem: Problem | null; onRetry?: () => void }) {
  const isAnswering = useConnection();
  if (problem === null || (problem.code === unreachable.code && isAnswering && !onRetry)) return null;
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
            Request <Code>{problem.request_id}</Code>
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

/** What became of an action. One that got no answer says so until the next try, also when the server is back. */
export function ActionProblem({ problem }: { problem: Problem | null }) {
  if (problem?.code !== unreachable.code) return <ProblemAlert problem={problem} />;
  return (
    <Notice tone="bad" role="alert">
      Not sent: the server did not answer. Try again. If it did arrive, it is not carried out twice.
    </Notice>
  );
}

/** In place of a page that could not be shown at all. When the server is back it is loaded again. */
export function PageProblem({ error }: { error: unknown }) {
  useEffect(() => onReturn(() => window.location.reload()), []);
  return (
    <ProblemAlert problem={isProblem(error) ? error : notLoaded} onRetry={() => window.location.reload()} />
  );
}
