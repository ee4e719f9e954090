import { PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { Confirm } from "../../../access/accounts/schema.ts";
import { post } from "../api.ts";
import { Dialog } from "../components/dialog.tsx";
import { Form } from "../components/form.tsx";
import { sessionQuery, useAction } from "../queries.ts";

/** Asks for the password again. The action that needs it goes on afterwards by itself. */
export function ConfirmPassword({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" } });
  const confirm = useAction((input: Confirm) => post("/auth/confirmation", input), {
    changes: [],
    onDone: () => onAnswer(true),
  });
  const cancel = () => onAnswer(false);
  return (
    <Dialog title="Confirm that it is you" onClose={cancel} size="sm">
      <Form form={form} send={confirm.mutateAsync} submit="Continue" onCancel={cancel}>
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
        </Stack>
      </Form>
    </Dialog>
  );
}
