import { Box, Group, Paper, Text } from "@mantine/core";
import { Copy } from "./copy.tsx";

interface SnippetProps {
  text: string;
  /** What the text is: `Secret`, `curl`. */
  label: string;
}

/** Text to copy as it is. */
export function Snippet({ text, label }: SnippetProps) {
  return (
    <Paper className="snippet" withBorder>
      <Group justify="space-between" wrap="nowrap" px="sm" py={4} className="snippet-head">
        <Text size="xs" c="dimmed" fw={600}>
          {label}
        </Text>
        <Copy text={text} label={`Copy ${label}`} />
      </Group>
      <Box component="pre" tabIndex={0} aria-label={label}>
        {text}
      </Box>
    </Paper>
  );
}
