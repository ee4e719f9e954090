import { Checkbox, Input, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { eventDescriptions, eventTypes, matches } from "../../../../messaging/events/event.ts";

interface EventTypesProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: ReactNode;
  /** By which the form finds it. */
  "data-path": string;
}

const everything = "*";

/** Which types an endpoint is told of. What "everything" holds need not be chosen by itself. */
export function EventTypes({ value, onChange, error, ...field }: EventTypesProps) {
  const isEverything = value.includes(everything);
  const toggle = (type: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, type] : value.filter((chosen) => chosen !== type));
  const chooseEverything = (isChosen: boolean) => {
    const others = value.filter((type) => type !== everything && !matches([everything], type));
    onChange(isChosen ? [everything, ...others] : others);
  };
  return (
    <Stack gap="sm" role="group" aria-label="Events" {...field}>
      <Checkbox
        label="Everything"
        description="Also types that are added later"
        checked={isEverything}
        onChange={({ currentTarget }) => chooseEverything(currentTarget.checked)}
      />
      {eventTypes.map((type) => (
        <Checkbox
          key={type}
          size="xs"
          label={type}
          description={eventDescriptions[type].replaceAll("`*`", "everything")}
          checked={matches(value, type)}
          disabled={isEverything && matches([everything], type)}
          onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
        />
      ))}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
