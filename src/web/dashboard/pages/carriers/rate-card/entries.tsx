import { Accordion, Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Memo } from "../../../components/memo.tsx";
import { humanize } from "../../../format.ts";
import type { CardForm, ServiceValues, ZoneValues } from "./values.ts";

interface EntriesProps<T> {
  form: CardForm;
  path: "zones" | "services";
  entries: readonly T[];
  /** What an entry is called: `zone`. */
  what: string;
  blank: () => T;
  /** Keys of the open ones. Only their fields are there: a card can have a thousand zones. */
  open: readonly string[];
  setOpen: (open: readonly string[]) => void;
  titleOf: (entry: T) => string;
  summaryOf: (entry: T) => string;
  /** What the fields of an entry show besides the entry. */
  also: unknown;
  /** The fields of an entry. */
  children: (index: number) => ReactNode;
}

/** Entries of a card that open and close. */
export function Entries<T extends ZoneValues | ServiceValues>(props: EntriesProps<T>) {
  const { form, path, entries, what, blank, open, setOpen, titleOf, summaryOf, also, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const added = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry was added
  useEffect(() => {
    if (added.current === undefined) return;
    added.current = undefined;
    [...(place.current?.querySelectorAll<HTMLElement>("[data-entry]") ?? [])]
      .at(-1)
      ?.querySelector("input")
      ?.focus();
  }, [entries.length]);
  const add = () => {
    const entry = blank();
    added.current = entry.key;
    form.insertListItem(path, entry);
    setOpen([...open, entry.key]);
  };
  const remove = (index: number) => {
    form.removeListItem(path, index);
    button.current?.focus();
  };
  const keys = new Set(entries.map(({ key }) => key));
  return (
    <Stack ref={place}>
      <Accordion
        multiple
        variant="separated"
        order={3}
        transitionDuration={0}
        value={open.filter((key) => keys.has(key))}
        onChange={(chosen) => setOpen([...open.filter((key) => !keys.has(key)), ...chosen])}
      >
        {entries.map((entry, index) => (
          <Memo key={entry.key} of={[entry, index, entries.length, open.includes(entry.key), also]}>
            {() => (
              <Accordion.Item value={entry.key}>
                <Accordion.Control>
                  <Text fw={600} span>
                    {titleOf(entry) || `New ${what}`}
                  </Text>{" "}
                  <Text size="sm" c="dimmed" span className="one-line">
                    {summaryOf(entry)}
                  </Text>
                </Accordion.Control>
                <Accordion.Panel>
                  {open.includes(entry.key) && (
                    <Stack data-entry role="group" aria-label={`${humanize(what)} ${index + 1}`}>
                      {children(index)}
                      {entries.length > 1 && (
                        <Group>
                          <Button
                            variant="subtle"
                            color="gray"
                            size="xs"
                            leftSection={<IconTrash size={14} />}
                            onClick={() => remove(index)}
                          >
                            Remove {what} {titleOf(entry)}
                          </Button>
                        </Group>
                      )}
                    </Stack>
                  )}
                </Accordion.Panel>
              </Accordion.Item>
            )}
          </Memo>
        ))}
      </Accordion>
      <Group>
        <Button ref={button} variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          Add {what}
        </Button>
      </Group>
    </Stack>
  );
}
