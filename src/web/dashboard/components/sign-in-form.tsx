import { PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { SessionView, SignIn } from "../../../access/accounts/schema.ts";
import { post } from "../api.ts";
import { sessionQuery, useAction } from "../queries.ts";
import { Form } from "./form.tsx";

interface SignInFormProps {
  /** Filled in where the person is known. */
  email?: string;
  onDone: () => void;
}

export function SignInForm({ email = "", onDone }: SignInFormProps) {
  const client = useQueryClient();
  const form = useForm<SignIn>({ mode: "uncontrolled", initialValues: { email, password: "" } });
  const signIn = useAction((input: SignIn) => post<SessionView>("/auth/sign-in", input), {
    changes: [],
    onDone: (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      onDone();
    },
  });
  return (
    <Form form={form} send={signIn.mutateAsync} submit="Sign in">
      <TextInput
        label="Email address"
        type="email"
        autoComplete="username"
        {...form.getInputProps("email")}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus={email === "" ? undefined : true}
        {...form.getInputProps("password")}
      />
    </Form>
  );
}
