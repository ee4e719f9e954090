import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { asRead } from "../format.ts";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";

interface ConfirmByNameProps {
  title: string;
  /** What is destroyed, and the consequences. */
  children: ReactNode;
  /** The name to type. */
  name: string;
  submit: string;
  send: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is destroyed for good. */
export function ConfirmByName({ title, children, name, submit, send, onClose }: ConfirmByNameProps) {
  const form = useForm({ initialValues: { typed: "" } });
  return (
    <Dialog onClose={onClose} title={title}>
      <Form
        form={form}
        send={send}
        submit={submit}
        isDangerous
        isDisabled={asRead(form.values.typed) !== asRead(name)}
        onCancel={onClose}
      >
        <Stack gap="xs">
          {children}
          <TextInput
            label={
              <>
                Type{" "}
                <Text span inherit ff="monospace" fw={700} className="as-written">
                  {name}
                </Text>{" "}
                to confirm
              </>
            }
            autoComplete="off"
            {...form.getInputProps("typed")}
          />
        </Stack>
      </Form>
    </Dialog>
  );
}
