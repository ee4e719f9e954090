import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { keep, kept } from "../../browser/kept.ts";
import type { Column } from "./table-row.tsx";

/** Which columns a list shows: chosen by the reader, and kept in this browser. */

interface Columns<T> {
  shown: readonly Column<T>[];
  choices: readonly { title: string; isShown: boolean }[];
  toggle(title: string): void;
}

/**
 * @param name of the list, for the browser's memory
 * @param columns what can be shown; the name of a row always is
 * @param hiddenAtFirst titles of columns that somebody has to ask for
 */
export function useColumns<T>(
  name: string,
  columns: readonly Column<T>[],
  hiddenAtFirst: readonly string[],
): Columns<T> {
  const storageKey = `waybill-columns-${name}`;
  const [hidden, setHidden] = useState<readonly string[]>(
    () => kept(storageKey)?.split(",") ?? hiddenAtFirst,
  );
  const shown = useMemo(() => columns.filter(({ title }) => !hidden.includes(title)), [columns, hidden]);
  const choices = columns
    .filter(({ main }) => !main)
    .map(({ title }) => ({ title, isShown: !hidden.includes(title) }));
  const toggle = (title: string) => {
    const next = hidden.includes(title) ? hidden.filter((one) => one !== title) : [...hidden, title];
    keep(storageKey, next.join());
    setHidden(next);
  };
  return { shown, choices, toggle };
}

export function ColumnsMenu({ choices, toggle }: Pick<Columns<never>, "choices" | "toggle">) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={16} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs">
          {choices.map(({ title, isShown }) => (
            <Checkbox key={title} label={title} checked={isShown} onChange={() => toggle(title)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
