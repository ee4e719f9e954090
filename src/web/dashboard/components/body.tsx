import { Text } from "@mantine/core";
import { Snippet } from "./snippet.tsx";

/** The body of a request or response: JSON formatted, everything else unchanged. */
export function Body({ text, label, none }: { text: string | null; label: string; none: string }) {
  if (text === null || text === "") {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  return <Snippet label={label} text={inLines(text)} />;
}

function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
