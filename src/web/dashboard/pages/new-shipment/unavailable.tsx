import { Stack, Text } from "@mantine/core";
import type { QuotesAnswer } from "../../../../delivery/quotes/schema.ts";
import { humanize } from "../../format.ts";

/** The carriers that didn't quote, each with its reason. */
export function Unavailable({ entries }: { entries: QuotesAnswer["unavailable"] }) {
  if (entries.length === 0) return null;
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        Carriers that didn't quote
      </Text>
      {entries.map(({ carrier, code, message }) => (
        <Text key={carrier?.id ?? code} size="sm" c="dimmed">
          {carrier ? `${carrier.name}: ${message} (${humanize(code).toLowerCase()})` : message}
        </Text>
      ))}
    </Stack>
  );
}
