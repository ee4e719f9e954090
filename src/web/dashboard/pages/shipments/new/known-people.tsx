import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { post } from "@/web/browser/api.ts";
import { useEnvironment } from "../../../environment.ts";
import { useMay } from "../../../permissions.ts";
import { type Known, soughtIn, whereIs } from "./known-values.ts";
import type { StopValues } from "./stop-values.ts";

const typingMs = 300;
const shownMax = 5;

interface KnownPeopleProps {
  typed: StopValues["contact"];
  onChoose: (known: Known) => void;
}

/** Whom the typed phone number or name means: one click fills the stop. */
export function KnownPeople({ typed, onChoose }: KnownPeopleProps) {
  const environment = useEnvironment();
  const mayRead = useMay("contacts:read");
  const sought = soughtIn(typed);
  const [q] = useDebouncedValue(sought, typingMs);
  const isWanted = mayRead && sought !== undefined;
  const { data } = useQuery({
    queryKey: ["/platform/recipients/search", environment, q],
    queryFn: ({ signal }) => post("/platform/recipients/search", { q }, { environment, signal }),
    enabled: isWanted && q !== undefined,
    placeholderData: keepPreviousData,
  });
  const found = isWanted ? (data?.data ?? []).slice(0, shownMax) : [];
  return (
    <>
      <Text role="status" size="xs" c="dimmed" hidden={found.length === 0}>
        {found.length > 0 &&
          `${found.length === 1 ? "1 match" : `${found.length} matches`}. Choose one to fill the stop.`}
      </Text>
      {found.length > 0 && (
        <Stack gap={4} role="group" aria-label="Known people">
          {found.map((known) => (
            <UnstyledButton
              key={known.contact_id ?? known.shipment_id}
              className="known-person"
              onClick={() => onChoose(known)}
            >
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Stack gap={0} miw={0}>
                  <Text size="sm" fw={600} truncate>
                    {known.name}
                  </Text>
                  <Text size="xs" c="dimmed" truncate>
                    {whereIs(known)}
                  </Text>
                </Stack>
                <Text size="xs" c="dimmed" flex="none">
                  {known.source === "contact" ? "Contact" : "Recent"}
                </Text>
              </Group>
            </UnstyledButton>
          ))}
        </Stack>
      )}
    </>
  );
}
