import { TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import type { Ref } from "react";

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
