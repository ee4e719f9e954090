import { Select, SimpleGrid, TagsInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { currencyCodes } from "@/infra/geography/country.ts";
import { MoneyField } from "../../components/money-field.tsx";
import { NumberField } from "../../components/number-field.tsx";

interface MarginFieldsProps {
  inputOf: (name: string) => GetInputPropsReturnType;
}

/** What accounts pay above the prices of a carrier of the installation. */
export function MarginFields({ inputOf }: MarginFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" verticalSpacing="sm">
      <NumberField
        label="Margin (%)"
        description="Added to prices; only you see it"
        placeholder="0"
        {...inputOf("margin.percent")}
      />
      <MoneyField
        currency={inputOf("margin.amount.currency").value ?? ""}
        isNamed
        label="Margin amount"
        description="Added to offers in its currency only"
        placeholder="0"
        {...inputOf("margin.amount.amount")}
      />
      <Select
        label="Currency"
        description="Of the margin amount"
        data={currencyCodes}
        searchable
        allowDeselect={false}
        {...inputOf("margin.amount.currency")}
      />
    </SimpleGrid>
  );
}

/** The accounts that may use a carrier of the installation. */
export function AccountsField(input: GetInputPropsReturnType) {
  return (
    <TagsInput
      label="Accounts"
      description="Ids of the accounts that may use it. Empty: all accounts."
      placeholder="acct_…"
      {...input}
    />
  );
}
