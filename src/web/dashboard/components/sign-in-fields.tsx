import { PasswordInput, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import type { ComponentProps, Ref } from "react";
import { passwordLengthMin } from "../../../access/accounts/account.ts";

interface CodeFieldProps extends GetInputPropsReturnType {
  ref?: Ref<HTMLInputElement>;
}

/** The second factor of a sign-in. */
export function CodeField(input: CodeFieldProps) {
  return (
    <TextInput
      label="Code"
      description="From your authenticator app, or one of your recovery codes"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      {...input}
    />
  );
}

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
