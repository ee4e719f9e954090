import { TagsInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";

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
