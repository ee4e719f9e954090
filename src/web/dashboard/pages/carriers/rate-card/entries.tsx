import { Accordion, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Memo } from "../../../components/memo.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { humanize } from "../../../format.ts";
import { Portion, portionOf, portionSize } from "./portion.tsx";
import { matchingEntries, type Sought } from "./search.ts";
import type { CardForm, ServiceValues, ZoneValues } from "./values.ts";

interface EntriesProps<T> {
  form: CardForm;
  path: "zones" | "services";
  entries: readonly T[];
  /** What an entry is called: `zone`. */
  what: string;
  blank: () => T;
  /** Key of the open one. Only its fields are there: a card can have a thousand zones. */
  open: string | null;
  setOpen: (open: string | null) => void;
  titleOf: (entry: T) => string;
  summaryOf: (entry: T) => string;
  /** What the search finds an entry by. */
  soughtOf: (entry: T) => Sought;
  /** What the fields of an entry show besides the entry. */
  also: unknown;
  /** The fields of an entry. */
  children: (index: number) => ReactNode;
}

/** Entries of a card, of which one is open. Of many some are shown, by search and by page, and always the open one. */
export function Entries<T extends ZoneValues | ServiceValues>(props: EntriesProps<T>) {
  const { form, path, entries, what, blank, open, setOpen, titleOf, summaryOf, soughtOf, also, children } =
    props;
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const added = useRef<string>(undefined);
  const [question, setQuestion] = useState("");
  const [start, setStart] = useState(0);
  const found = matchingEntries(entries, question, soughtOf);
  const from = Math.min(start, portionOf(found.length - 1));
  const shown = new Set(found.slice(from, from + portionSize));
  // What is typed there stays in sight, whatever the search finds.
  const openIndex = entries.findIndex(({ key }) => key === open);
  if (openIndex >= 0) shown.add(openIndex);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry was added
  useEffect(() => {
    if (added.current === undefined) return;
    added.current = undefined;
    place.current?.querySelector("[data-entry]")?.querySelector("input")?.focus();
  }, [entries.length]);
  const add = () => {
    const entry = blank();
    added.current = entry.key;
    form.insertListItem(path, entry);
    setOpen(entry.key);
  };
  const remove = (index: number) => {
    form.removeListItem(path, index);
    button.current?.focus();
  };
  const openFirst = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // It would send the form.
    event.preventDefault();
    const [first] = found;
    if (question !== "" && first !== undefined) setOpen(entries[first]?.key ?? null);
  };
  return (
    <Stack ref={place}>
      {entries.length > portionSize && (
        <Group justify="space-between" align="end" gap="xs">
          <TextInput
            type="search"
            label={`Search ${what}s`}
            autoComplete="off"
            value={question}
            onChange={({ currentTarget: { value } }) => {
              setQuestion(value);
              setStart(0);
            }}
            onKeyDown={openFirst}
          />
          <Portion what={`${what}s`} start={from} count={found.length} onMove={setStart} />
        </Group>
      )}
      <Accordion variant="separated" order={3} transitionDuration={0} value={open} onChange={setOpen}>
        {[...shown]
          .sort((one, other) => one - other)
          .flatMap((index) => {
            const entry = entries[index];
            if (!entry) return [];
            const isOpen = index === openIndex;
            const title = titleOf(entry) || `New ${what}`;
            const summary = summaryOf(entry);
            const wrong = isOpen ? 0 : countWithin(form.errors, `${path}.${index}.`);
            return (
              <Memo
                key={entry.key}
                of={[title, summary, wrong, isOpen && [entry, index, entries.length, also]]}
              >
                {() => (
                  <Accordion.Item value={entry.key}>
                    <Accordion.Control>
                      <Text fw={600} span>
                        {title}
                      </Text>{" "}
                      {wrong > 0 && (
                        <StatusBadge tone="bad">
                          {wrong === 1 ? "1 wrong field" : `${wrong} wrong fields`}
                        </StatusBadge>
                      )}
                      <Text size="sm" c="dimmed" span className="one-line">
                        {summary}
                      </Text>
                    </Accordion.Control>
                    <Accordion.Panel>
                      {isOpen && (
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
            );
          })}
      </Accordion>
      <Group>
        <Button ref={button} variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          Add {what}
        </Button>
      </Group>
    </Stack>
  );
}

function countWithin(errors: object, path: string): number {
  return Object.keys(errors).filter((each) => each.startsWith(path)).length;
}
