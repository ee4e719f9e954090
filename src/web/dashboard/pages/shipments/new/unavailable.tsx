import { Stack, Text } from "@mantine/core";
import type { QuotesAnswer } from "@/delivery/lifecycle/quotes/schema.ts";
import { CarrierLink } from "../../carriers/carrier-link.tsx";

/** The carriers that didn't quote, each with its reason and a link to its health. */
export function Unavailable({ entries }: { entries: QuotesAnswer["unavailable"] }) {
  if (entries.length === 0) return null;
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        Carriers that didn't quote
      </Text>
      {entries.map(({ carrier, code, message }) => (
        <Text key={carrier?.id ?? code} size="sm" c="dimmed">
          {carrier && (
            <>
              <CarrierLink carrier={carrier} inherit>
                {carrier.name}
              </CarrierLink>
              {": "}
            </>
          )}
          {message}
        </Text>
      ))}
    </Stack>
  );
}
