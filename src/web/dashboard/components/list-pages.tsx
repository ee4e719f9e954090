import { Button, Group, Text } from "@mantine/core";
import { pageSizes } from "../page-size.ts";
import type { List } from "../queries.ts";

interface ListPagesProps {
  list: Pick<List<unknown>, "rows" | "size" | "showPrevious" | "showNext">;
}

/** How many rows a page has, and the way to the other pages. */
export function ListPages({ list: { rows = [], size, showPrevious, showNext } }: ListPagesProps) {
  const hasOthers = showPrevious !== undefined || showNext !== undefined;
  if (!hasOthers && rows.length <= pageSizes[0]) return null;
  return (
    <Group justify="end" gap="xs">
      {size && (
        <Group gap={4} role="group" aria-label="Rows per page" mr="auto">
          {pageSizes.map((count) => (
            <Button
              key={count}
              size="xs"
              variant={count === size.rows ? "light" : "subtle"}
              aria-pressed={count === size.rows}
              onClick={() => size.change(count)}
            >
              {count}
            </Button>
          ))}
          <Text size="xs" c="dimmed">
            rows
          </Text>
        </Group>
      )}
      {hasOthers && (
        <>
          <Button variant="default" size="xs" disabled={!showPrevious} onClick={showPrevious}>
            Previous
          </Button>
          <Button variant="default" size="xs" disabled={!showNext} onClick={showNext}>
            Next
          </Button>
        </>
      )}
    </Group>
  );
}
