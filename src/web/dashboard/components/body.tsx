import { Text } from "@mantine/core";
import { Snippet } from "./snippet.tsx";

/** What a request or an answer carried: JSON in lines, everything else as it came. */
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
