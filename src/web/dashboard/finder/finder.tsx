import { Loader, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { folded } from "../../../infra/text/words.ts";
import { Dialog } from "../components/dialog.tsx";
import { ProblemAlert } from "../components/problem.tsx";
import { recentPages } from "../recent.ts";
import type { Place } from "./objects.ts";
import { Options } from "./options.tsx";
import { type Group, type Searcher, search } from "./search.ts";

const typingMs = 150;
const wordMin = 2;

interface FinderProps {
  /** What was typed before it stood here. */
  firstText: string;
  searcher: Searcher;
  menu: readonly Group[];
  go: (to: string) => void;
  onClose: () => void;
}

/** Finds anything by its id, number or name, and goes there: a dialog with a combobox. */
export function Finder({ firstText, searcher, menu, go, onClose }: FinderProps) {
  const listId = useId();
  const [text, setText] = useState(firstText);
  const [chosenId, setChosenId] = useState<string>();
  // Enter before the answer goes to the first thing found.
  const [isWaiting, setIsWaiting] = useState(false);
  const typed = text.trim();
  const { groups, isLoading, problem, none } = useGroups(typed, searcher, menu);
  const places = groups.flatMap((group) => group.places);
  const chosen = places.find(({ id }) => id === chosenId) ?? places[0];
  const open = ({ to }: Place) => {
    onClose();
    go(to);
  };
  useEffect(() => {
    if (!isWaiting || isLoading) return;
    setIsWaiting(false);
    if (chosen) open(chosen);
  });
  const move = (step: number) => {
    const at = chosen ? places.indexOf(chosen) : -1;
    setChosenId(places.at((at + step) % places.length)?.id);
  };
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    if (key === "k" && (ctrlKey || metaKey)) onClose();
    else if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Enter" && (chosen === undefined || (isLoading && chosenId === undefined)))
      setIsWaiting(true);
    else if (key === "Enter" && chosen) open(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find" size="lg" onClose={onClose}>
      <TextInput
        ref={focus}
        role="combobox"
        aria-label="Find"
        aria-expanded={places.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${listId}-${places.indexOf(chosen)}`}
        placeholder="ID, tracking number, reference, name or phone"
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={18} />}
        rightSection={isLoading && <Loader size="xs" />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosenId(undefined);
          setIsWaiting(false);
        }}
        onKeyDown={press}
      />
      <ProblemAlert problem={problem} />
      <Text size="xs" c="dimmed" role="status" px="sm" pt="xs" mih={26}>
        {typed !== "" && !isLoading && !problem && (places.length === 0 ? none : countOf(places.length))}
      </Text>
      <Options
        id={listId}
        groups={groups}
        chosen={chosen}
        environment={searcher.environment}
        onChoose={open}
      />
    </Dialog>
  );
}

/** At once: the dialog does it later, and keys in between would be lost. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

function countOf(count: number): string {
  return count === 1 ? "1 result" : `${count} results`;
}

/** What is shown of the menu, and what the API has. */
function useGroups(typed: string, searcher: Searcher, menu: readonly Group[]) {
  const client = useQueryClient();
  const [asked] = useDebouncedValue(typed, typingMs);
  const isAsked = asked.length >= wordMin;
  const { data, error, isFetching } = useQuery({
    queryKey: ["find", searcher.environment, asked],
    queryFn: ({ signal }) => search(asked, searcher, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (typed === "")
    return { groups: [...recentOf(client), ...menu], isLoading: false, problem: null, none: "" };
  const matching = menu
    .flatMap(({ places }) => places)
    .filter(({ label }) => ` ${folded(label)}`.includes(` ${folded(typed)}`));
  const found = isAsked && typed.length >= wordMin ? (data?.groups ?? []) : [];
  return {
    groups: matching.length === 0 ? found : [{ title: "Go to", places: matching }, ...found],
    isLoading: typed.length >= wordMin && (isFetching || asked !== typed),
    problem: error,
    none: data?.none ?? "Type at least two characters.",
  };
}

function recentOf(client: ReturnType<typeof useQueryClient>): Group[] {
  const here = location.pathname + location.search;
  const places = recentPages(client)
    .filter(({ to }) => `/dashboard${to}` !== here)
    .map(({ to, title }) => ({ id: `recent ${to}`, label: title, to }));
  return places.length === 0 ? [] : [{ title: "Recent", places }];
}
