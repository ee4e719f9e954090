import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Opening, openingsIn, openingsText } from "./openings.ts";
import { TimeField } from "./time-field.tsx";

interface OpeningFieldsProps {
  /** The day. */
  label: string;
  /** As `openings.ts` has it. */
  value?: string;
  onChange?: (value: string) => void;
  error?: ReactNode;
  "data-path"?: string;
}

/** When a service is open on a day: a pair of times for each opening. */
export function OpeningFields({ label, value = "", onChange, error, "data-path": path }: OpeningFieldsProps) {
  const openings = openingsIn(value);
  if (!openings) {
    return (
      <TextInput
        label={label}
        data-path={path}
        error={error}
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      />
    );
  }
  const change = (next: readonly Opening[]) => onChange?.(openingsText(next));
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {openings.length === 0 && (
        <Text size="sm" c="dimmed">
          Closed
        </Text>
      )}
      {openings.map((opening, at) => {
        const set = (changed: Partial<Opening>) =>
          change(openings.map((one, index) => (index === at ? { ...one, ...changed } : one)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an opening is its place in the day
          <Group key={at} gap="xs" wrap="nowrap">
            <TimeField
              aria-label={`${label} from`}
              placeholder="08:00"
              w={80}
              data-path={path}
              error={Boolean(error)}
              value={opening.from}
              onChange={(from) => set({ from })}
            />
            <Text span size="sm" c="dimmed">
              –
            </Text>
            <TimeField
              aria-label={`${label} until`}
              placeholder="18:00"
              w={80}
              error={Boolean(error)}
              value={opening.to}
              onChange={(to) => set({ to })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove opening ${at + 1} of ${label}`}
              onClick={() => change(openings.filter((_, index) => index !== at))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        );
      })}
      {error && <Input.Error>{error}</Input.Error>}
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlus size={14} />}
          aria-label={`Add hours on ${label}`}
          onClick={() => change([...openings, openings.length === 0 ? wholeDay : evening])}
        >
          Add hours
        </Button>
      </Group>
    </Stack>
  );
}

/** What a new opening begins with: most days are like these. */
const wholeDay: Opening = { from: "08:00", to: "18:00" };
const evening: Opening = { from: "18:00", to: "20:00" };
