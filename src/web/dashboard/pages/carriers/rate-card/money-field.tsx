import { Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { isCurrency, minorUnits } from "@/infra/geography/country.ts";
import { NumberField } from "../../../components/number-field.tsx";

/** An amount in the card's currency: `4.50 EUR`. */
export function MoneyField({
  currency,
  ...field
}: ComponentProps<typeof NumberField> & { currency: string }) {
  if (!isCurrency(currency)) return <NumberField {...field} />;
  return (
    <NumberField
      decimals={minorUnits(currency)}
      rightSection={
        <Text span size="xs" c="dimmed">
          {currency}
        </Text>
      }
      rightSectionWidth={48}
      rightSectionPointerEvents="none"
      {...field}
    />
  );
}
