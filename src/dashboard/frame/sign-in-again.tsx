import { PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import type { SessionView, SignIn } from "../../accounts/schema.ts";
import { post } from "../api.ts";
import { Dialog } from "../components/dialog.tsx";
import { Form } from "../components/form.tsx";
import { sessionQuery, useAction } from "../queries.ts";

/** Hides the page of a session that has ended, and keeps what was typed there for the same person. */
export function SignInAgain({ email }: { email: string }) {
  const client = useQueryClient();
  const form = useForm<SignIn>({ mode: "uncontrolled", initialValues: { email, password: "" } });
  const signIn = useAction((input: SignIn) => post<SessionView>("/auth/sign-in", input), {
    changes: [],
    onDone: (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      notifications.show({ message: "You are signed in again. What was not saved can be sent now." });
      void client.invalidateQueries();
    },
  });
  return (
    <Dialog title="Sign in" isCover>
      <Stack>
        <Text size="sm">Your session has ended. The page is as you left it once you are back.</Text>
        <Form form={form} send={signIn.mutateAsync} submit="Sign in">
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
        </Form>
      </Stack>
    </Dialog>
  );
}
