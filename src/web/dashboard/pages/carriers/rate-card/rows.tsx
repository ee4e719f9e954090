import { ActionIcon, Box, Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { humanize } from "../../../format.ts";
import { Portion, portionOf, portionSize } from "./portion.tsx";
import { wide } from "./values.ts";

/** Of many rows: their fields are heavy. */
const rowsAtOnce = 5;

interface RowsProps {
  form: {
    errors: object;
    insertListItem: (path: string, item: unknown) => void;
    removeListItem: (path: string, index: number) => void;
  };
  /** Path of the list in the form. */
  path: string;
  rows: readonly unknown[];
  /** What a row is called: `weight step`. */
  what: string;
  /** A new row. */
  blank: unknown;
  /** How many there must be, and can be. */
  min?: number;
  max?: number;
  /** Fields beside one another where there is room; without it, each below the other. */
  columns?: number;
  /** The fields of the row with this path, which is its place. */
  children: (path: string, place: number) => ReactNode;
}

/**
 * Rows of fields, of many some at a time. The focus follows: into a new row, and back to the button when one is removed.
 * A new error shows its row.
 */
export function Rows({ form, path, rows, what, blank, min = 0, max, columns = 1, children }: RowsProps) {
  const place = useRef<HTMLDivElement>(null);
  const next = useRef<"row" | "button" | null>(null);
  const size = rows.length > portionSize ? rowsAtOnce : portionSize;
  const [start, setStart] = useState(() => firstNewError(form.errors, {}, path) ?? 0);
  const [seen, setSeen] = useState(form.errors);
  const from = Math.min(portionOf(start, size), portionOf(rows.length - 1, size));
  if (form.errors !== seen) {
    setSeen(form.errors);
    const wrong = firstNewError(form.errors, seen, path);
    if (wrong !== undefined) setStart(wrong);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have changed
  useEffect(() => {
    const wanted =
      next.current === "row"
        ? ":scope > :nth-last-child(2) :is(input, textarea)"
        : ":scope > :last-child button";
    if (next.current) place.current?.querySelector<HTMLElement>(wanted)?.focus();
    next.current = null;
  }, [rows.length]);
  const add = () => {
    next.current = "row";
    setStart(rows.length);
    form.insertListItem(path, structuredClone(blank));
  };
  const remove = (index: number) => {
    next.current = "button";
    form.removeListItem(path, index);
  };
  return (
    <Stack ref={place} gap="xs">
      {rows.length > size && (
        <Portion what={`${what}s`} start={from} count={rows.length} size={size} onMove={setStart} />
      )}
      {rows.slice(from, from + size).map((_row, shown) => {
        const index = from + shown;
        const label = `${humanize(what)} ${index + 1}`;
        return (
          <Group key={index} role="group" aria-label={label} wrap="nowrap" align="start" gap="xs">
            <Box flex={1} miw={0}>
              <SimpleGrid
                type="container"
                cols={{ base: Math.min(columns, 2), [wide]: columns }}
                spacing="xs"
              >
                {children(`${path}.${index}`, index)}
              </SimpleGrid>
            </Box>
            {rows.length > min && (
              <ActionIcon
                variant="subtle"
                color="gray"
                mt={28}
                aria-label={`Remove ${label.toLowerCase()}`}
                onClick={() => remove(index)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={max !== undefined && rows.length >= max}
          onClick={add}
        >
          Add {what}
        </Button>
      </Group>
    </Stack>
  );
}

/** The place of the first row with an error that was not there before. */
function firstNewError(errors: object, before: object, path: string): number | undefined {
  const places = Object.keys(errors)
    .filter((each) => each.startsWith(`${path}.`) && !(each in before))
    .map((each) => Number.parseInt(each.slice(path.length + 1), 10))
    .filter(Number.isInteger);
  return places.length === 0 ? undefined : Math.min(...places);
}
