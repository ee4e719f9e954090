import { Checkbox, Input, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { eventDescriptions, eventTypes, matches } from "../../../../messaging/events/event.ts";

interface EventTypesProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: ReactNode;
  /** The form finds the field by this path. */
  "data-path": string;
}

const allEvents = "*";

/** The event types of an endpoint. "All events" covers its types, so they need not be chosen one by one. */
export function EventTypes({ value, onChange, error, ...field }: EventTypesProps) {
  const areAll = value.includes(allEvents);
  const toggle = (type: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, type] : value.filter((chosen) => chosen !== type));
  const chooseAll = (isChosen: boolean) => {
    const others = value.filter((type) => type !== allEvents && !matches([allEvents], type));
    onChange(isChosen ? [allEvents, ...others] : others);
  };
  return (
    <Stack gap="sm" role="group" aria-label="Events" {...field}>
      <Checkbox
        label="All events"
        description="Includes types added later"
        checked={areAll}
        onChange={({ currentTarget }) => chooseAll(currentTarget.checked)}
      />
      {eventTypes.map((type) => (
        <Checkbox
          key={type}
          size="xs"
          label={type}
          description={eventDescriptions[type].replaceAll("`*`", "All events")}
          checked={matches(value, type)}
          disabled={areAll && matches([allEvents], type)}
          onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
        />
      ))}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
