import { PasswordInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { passwordLengthMin } from "../../../access/accounts/account.ts";

/** Where a person chooses a password. */
export function NewPasswordInput(props: ComponentProps<typeof PasswordInput>) {
  return (
    <PasswordInput
      description={`At least ${passwordLengthMin} characters, for example four unrelated words`}
      autoComplete="new-password"
      {...props}
    />
  );
}
