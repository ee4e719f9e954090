import { Alert, Button, Code, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { isProblem, notLoaded, type Problem } from "../api.ts";

/** What the API says is wrong, in its own words, with what its operator needs to find it again. */
export function ProblemAlert({ problem, onRetry }: { problem: Problem | null; onRetry?: () => void }) {
  if (problem === null) return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle />} title={problem.title}>
      <Stack gap="xs" align="start">
        <Text size="sm">{problem.detail}</Text>
        {problem.errors && (
          <List size="sm">
            {problem.errors.map(({ pointer, parameter, detail }) => (
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

/** In place of a page that could not be shown at all. */
export function PageProblem({ error }: { error: unknown }) {
  return (
    <ProblemAlert problem={isProblem(error) ? error : notLoaded} onRetry={() => window.location.reload()} />
  );
}
