import { Checkbox, Input, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { eventDescriptions, eventPatterns, eventTypes, matches } from "@/messaging/events/event.ts";

interface EventTypesProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: ReactNode;
  /** The form finds the field by this path. */
  "data-path": string;
}

/** The event types of an endpoint. A pattern covers its types, so they need not be chosen one by one. */
export function EventTypes({ value, onChange, error, ...field }: EventTypesProps) {
  const patterns = value.filter((word) => eventPatterns.includes(word));
  const toggle = (word: string, isChosen: boolean) => {
    const others = value.filter((chosen) => chosen !== word && !matches([word], chosen));
    onChange(isChosen ? [...others, word] : others);
  };
  return (
    <Stack gap="sm" role="group" aria-label="Events" {...field}>
      {eventPatterns.map((pattern) => (
        <Checkbox
          key={pattern}
          label={pattern === "*" ? "All events" : pattern}
          description="Includes types added later"
          checked={matches(patterns, pattern)}
          disabled={pattern !== "*" && patterns.includes("*")}
          onChange={({ currentTarget }) => toggle(pattern, currentTarget.checked)}
        />
      ))}
      {eventTypes.map((type) => (
        <Checkbox
          key={type}
          label={type}
          description={eventDescriptions[type].replaceAll("`*`", "All events").replaceAll("`", "")}
          checked={matches(value, type)}
          disabled={matches(patterns, type)}
          onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
        />
      ))}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
