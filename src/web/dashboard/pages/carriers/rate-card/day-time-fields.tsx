import { Checkbox, SimpleGrid, Stack, Text } from "@mantine/core";
import { weekdays } from "@/delivery/carriers/kinds/fleet/words.ts";
import { NumberField } from "../../../components/number-field.tsx";
import type { DayTimes } from "./day-times.ts";
import { TimeField } from "./time-field.tsx";
import { type CardForm, dayNames, wide } from "./values.ts";

interface DayTimeFieldsProps {
  form: CardForm;
  /** Path of the times in the form. */
  path: string;
  /** Path of the member in the card, by which the API's errors find the fields. */
  member: string;
  times: DayTimes;
  label: string;
  description: string;
  /** Whether a time can be of an earlier day. */
  hasDaysBefore?: boolean;
}

/** A time of day for all days, or for each day of the week. */
export function DayTimeFields(props: DayTimeFieldsProps) {
  const { form, path, member, times, label, description, hasDaysBefore = false } = props;
  const field = (name: string, place: string) => ({
    ...form.getInputProps(`${path}.${name}`),
    "data-path": `${member}${place}`,
    error: form.errors[`${member}${place}`],
  });
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      {!times.isByDay && (
        <TimeField
          label={label}
          description={description}
          placeholder="None"
          maw={280}
          {...field("all", "")}
        />
      )}
      {times.isByDay && (
        <>
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <Text size="xs" c="dimmed">
            {description}
          </Text>
          <SimpleGrid
            type="container"
            cols={{ base: hasDaysBefore ? 1 : 2, [wide]: hasDaysBefore ? 2 : 4 }}
            spacing="xs"
          >
            {weekdays.map((day) => (
              <SimpleGrid key={day} cols={hasDaysBefore ? 2 : 1} spacing="xs">
                <TimeField
                  label={dayNames[day]}
                  placeholder="None"
                  {...field(`days.${day}.time`, hasDaysBefore ? `.${day}.time` : `.${day}`)}
                />
                {hasDaysBefore && (
                  <NumberField
                    label="Days before"
                    aria-label={`Days before ${dayNames[day]}`}
                    placeholder="0"
                    {...field(`days.${day}.days_before`, `.${day}.days_before`)}
                  />
                )}
              </SimpleGrid>
            ))}
          </SimpleGrid>
        </>
      )}
      <Checkbox
        label="By day of the week"
        aria-label={`${label} by day of the week`}
        {...form.getInputProps(`${path}.isByDay`, { type: "checkbox" })}
      />
    </Stack>
  );
}
