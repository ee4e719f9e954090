import { Button, Group, Text } from "@mantine/core";

/** How many of a long list are shown at once: nobody reads hundreds. */
export const portionSize = 10;

/** Of a long list and a long text that stand in one line. */
const namesMax = 3;
const textMax = 80;

interface PortionProps {
  /** What the list holds: `zones`. */
  what: string;
  /** The place of the first one shown. */
  start: number;
  count: number;
  size?: number;
  onMove: (start: number) => void;
}

/** Which part of a long list is shown, and the way to the others. */
export function Portion({ what, start, count, size = portionSize, onMove }: PortionProps) {
  const end = Math.min(start + size, count);
  const range = count <= size ? `${count} found` : `${start + 1}–${end} of ${count} ${what}`;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {count === 0 ? `No matching ${what}` : range}
      </Text>
      {count > size && (
        <>
          <Button
            variant="default"
            size="xs"
            aria-label={`Previous ${what}`}
            disabled={start === 0}
            onClick={() => onMove(start - size)}
          >
            Previous
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Next ${what}`}
            disabled={end === count}
            onClick={() => onMove(start + size)}
          >
            Next
          </Button>
        </>
      )}
    </Group>
  );
}

/** The start of the portion that holds a place. */
export function portionOf(place: number, size = portionSize): number {
  return Math.max(0, place - (place % size));
}

/** A long list in a line: what is cut is counted. */
export function listText(entries: readonly string[]): string {
  const left = entries.length - namesMax;
  const shown = entries.slice(0, namesMax).join(", ");
  return left > 0 ? `${shown} and ${left} more` : shown;
}

export function beginningOf(text: string): string {
  return text.length > textMax ? `${text.slice(0, textMax)} …` : text;
}
