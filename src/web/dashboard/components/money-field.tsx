import { Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { isCurrency, minorUnits } from "@/infra/geography/country.ts";
import { amountOf } from "../minor-amount.ts";
import { NumberField } from "./number-field.tsx";

interface MoneyFieldProps extends ComponentProps<typeof NumberField> {
  currency: string;
  /** Whether the currency stands elsewhere: in the label, or in a field of its own. */
  isNamed?: boolean;
}

/** An amount in a currency, as people write it: `4,50` is shown as `4.50 EUR`. */
export function MoneyField({ currency, isNamed = false, ...field }: MoneyFieldProps) {
  const read = (text: string) => amountOf(text, currency);
  if (!isCurrency(currency)) return <NumberField read={read} {...field} />;
  return (
    <NumberField
      read={read}
      decimals={minorUnits(currency)}
      {...(!isNamed && {
        rightSection: (
          <Text span size="xs" c="dimmed">
            {currency}
          </Text>
        ),
        rightSectionWidth: 48,
        rightSectionPointerEvents: "none",
      })}
      {...field}
    />
  );
}
