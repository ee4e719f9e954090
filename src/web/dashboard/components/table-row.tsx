import { Checkbox, Table } from "@mantine/core";
import { type MouseEvent, memo, type ReactNode } from "react";

/**
 * A column, and what it shows of a row. A row keeps what it shows until its data or `columns` change: long or busy
 * lists make their columns once, outside of the component or in `useMemo`.
 */
export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** For numbers. */
  align?: "right";
  /** What a row is called: takes the width that the others leave, and heads the card in a narrow window. */
  main?: true;
  /** The row's state: never cut, and beside the name on a card. */
  badge?: true;
  /** Words that are read as a whole, on several lines. */
  isSentence?: true;
  /** The row's buttons: always in sight at the right edge. Their title is for screen readers. */
  actions?: true;
}

export function roleOf({ main, badge, actions, isSentence }: Column<never>): string | undefined {
  if (main) return "main";
  if (badge) return "badge";
  if (isSentence) return "sentence";
  return actions && "actions";
}

interface RowProps<T> {
  columns: readonly Column<T>[];
  row: T;
  rowKey: string;
  /** Undefined in a list without checkboxes, as the next two. */
  toggle: ((key: string) => void) | undefined;
  name: string | undefined;
  isChosen: boolean | undefined;
}

export const Row = memo(function Row<T>({ row, rowKey, columns, toggle, name = "", isChosen }: RowProps<T>) {
  return (
    <Table.Tr onClick={followLink}>
      {toggle && (
        <Table.Td data-role="select">
          <Checkbox
            size="xs"
            aria-label={`Select ${name}`}
            checked={isChosen ?? false}
            onChange={() => toggle(rowKey)}
          />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td
          key={column.title}
          ta={column.align}
          data-role={roleOf(column)}
          data-label={column.title}
          onMouseEnter={showWhole}
        >
          {column.cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}) as <T>(props: RowProps<T>) => ReactNode;

/**
 * A click anywhere in a row follows the link of its name, with the keys that open a new tab. The link itself is what
 * keyboards and screen readers use. Controls of their own and marked text are left alone.
 */
function followLink({
  target,
  currentTarget: row,
  ctrlKey,
  metaKey,
  shiftKey,
}: MouseEvent<HTMLElement>): void {
  const isOwn =
    !(target instanceof Element) || target.closest("a, button, input, label, [role=menu]") !== null;
  if (isOwn || !row.contains(target) || getSelection()?.type === "Range") return;
  const link = row.querySelector("[data-role=main] a");
  link?.dispatchEvent(
    new globalThis.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}

/** What an ellipsis cuts is read in a tooltip. */
function showWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const isCut = [cell, ...cell.querySelectorAll("*")].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
  cell.title = isCut ? (cell.textContent ?? "") : "";
}
