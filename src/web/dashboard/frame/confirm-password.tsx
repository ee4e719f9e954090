import { PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSuspenseQuery } from "@tanstack/react-query";
import { post } from "../../browser/api.ts";
import { Dialog } from "../components/dialog.tsx";
import { Form } from "../components/form.tsx";
import { CodeField } from "../components/sign-in-fields.tsx";
import { sessionQuery, useAction } from "../queries.ts";

interface Values extends Record<string, unknown> {
  password: string;
  code: string;
}

/** Asks for the password again. The action that needs it goes on afterwards by itself. */
export function ConfirmPassword({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const hasCode = session.user.has_second_factor;
  const form = useForm<Values>({ mode: "uncontrolled", initialValues: { password: "", code: "" } });
  const confirm = useAction(
    (input: { password: string; code?: string }) => post("/auth/confirmation", input),
    {
      changes: [],
      onDone: () => onAnswer(true),
    },
  );
  const cancel = () => onAnswer(false);
  return (
    <Dialog title="Confirm that it is you" onClose={cancel} size="sm">
      <Form
        form={form}
        send={({ password, code }) => confirm.mutateAsync(hasCode ? { password, code } : { password })}
        submit="Continue"
        onCancel={cancel}
      >
        <Stack gap="xs">
          <Text size="sm">
            Enter your password again. Waybill then asks no more for 15 minutes in this browser.
          </Text>
          {/* Password managers look for the name that belongs to the password. */}
          <input type="text" autoComplete="username" value={session.user.email} readOnly hidden />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
          {hasCode && <CodeField {...form.getInputProps("code")} />}
        </Stack>
      </Form>
    </Dialog>
  );
}
