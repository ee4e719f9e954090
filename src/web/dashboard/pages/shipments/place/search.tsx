import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FoundAddresses } from "@/delivery/orders/geocoding/schema.ts";
import { post } from "@/web/browser/api.ts";
import type { Place } from "@/web/map/place.ts";
import { ActionProblem } from "../../../components/problem.tsx";
import { useEnvironment } from "../../../environment.ts";
import { readPasted, type Unread } from "./pasted.ts";

/** Long enough for the next key. */
const typingMs = 300;
const shortestSearch = 3;
const longestSearch = 200;

const unreadTexts = {
  shortened: "This link is shortened and holds no place. Open it, and paste the link of the page that opens.",
  far: "A short plus code needs its town. Enter the address first, or paste the whole code.",
} as const satisfies Record<Unread, string>;

/** The parts of an address that was found. */
export type FoundParts = FoundAddresses["data"][number]["address"];

interface PlaceSearchProps {
  /** The address as it was typed. */
  text: string;
  country: string;
  /** Where a short plus code is looked for. */
  near: Place | undefined;
  isFirst?: boolean;
  isSearching?: boolean;
  /** @param address of a result; a pasted place has none */
  onFound: (place: Place, address?: FoundParts) => void;
}

/** A field that finds an address, and takes what people paste. */
export function PlaceSearch(props: PlaceSearchProps) {
  const { text, country, near, isFirst = false, isSearching = false, onFound } = props;
  const environment = useEnvironment();
  const mode = geocoderMode(environment);
  const [typed, setTyped] = useState(mode === undefined ? "" : text);
  const [sent, setSent] = useState(isSearching ? text.slice(0, longestSearch) : "");
  const [settledText] = useDebouncedValue(typed, typingMs);
  const pasted = readPasted(typed, near);
  const unread = typeof pasted === "string" ? pasted : undefined;
  const asked = pasted === undefined && country !== "" ? (mode === "typing" ? settledText : sent).trim() : "";
  const search = useQuery({
    queryKey: ["/platform/geocoding", environment, country, asked],
    queryFn: ({ signal }) => post("/platform/geocoding", { q: asked, country }, { environment, signal }),
    enabled: mode !== undefined && asked.length >= shortestSearch,
    retry: false,
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) input.current?.focus();
  }, [isFirst]);
  const type = (value: string) => {
    setTyped(value);
    const place = readPasted(value, near);
    if (typeof place === "object") onFound(place);
  };
  return (
    <Stack gap="xs">
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          ref={input}
          flex={1}
          label={mode === undefined ? "Map link or plus code" : "Search an address"}
          description={
            mode === undefined
              ? "Paste a link of a map, a geo: link, a plus code or coordinates."
              : "Or paste a link of a map, a geo: link, a plus code or coordinates."
          }
          autoComplete="off"
          maxLength={mode === undefined ? undefined : 2_000}
          value={typed}
          error={unread && unreadTexts[unread]}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around it is not sent.
            event.preventDefault();
            setSent(typed.slice(0, longestSearch));
          }}
        />
        {mode === "button" && (
          <Button
            variant="default"
            loading={search.isFetching}
            disabled={pasted !== undefined || country === ""}
            onClick={() => setSent(typed.slice(0, longestSearch))}
          >
            Search
          </Button>
        )}
      </Group>
      {mode !== undefined && country === "" && <Text size="sm">Choose the country to search in.</Text>}
      <ActionProblem problem={search.error} />
      <div aria-live="polite">
        {search.data?.data.length === 0 && (
          <Text size="sm">No matching address. Set the pin on the map, or paste a link.</Text>
        )}
        {search.data && search.data.data.length > 0 && (
          <ul className="plain-list" aria-label="Addresses found">
            {search.data.data.map(({ label, latitude, longitude, precision, address }) => (
              <li key={`${label} ${latitude} ${longitude}`}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  h="auto"
                  py={4}
                  justify="start"
                  styles={{ label: { whiteSpace: "normal", textAlign: "start", lineHeight: 1.4 } }}
                  onClick={() => onFound({ latitude, longitude }, address)}
                >
                  {label}
                  {precision === "town" || precision === "area" ? " (about)" : ""}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {search.data?.attribution && (
        <Text size="xs" c="dimmed">
          {search.data.attribution}
        </Text>
      )}
    </Stack>
  );
}

/** Where addresses can be searched: while somebody types, or by a button. The page's head says it. */
function geocoderMode(environment: string): "typing" | "button" | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=waybill-geocoder-${environment}]`);
  if (meta === null) return undefined;
  return meta.content === "typing" ? "typing" : "button";
}
