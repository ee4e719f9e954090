import { Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { Form } from "./form.tsx";

interface ConfirmByNameProps {
  title: string;
  /** What is destroyed, and what that means. */
  children: ReactNode;
  /** What is to be typed: the name of what is destroyed. */
  name: string;
  submit: string;
  send: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is destroyed that does not come back. */
export function ConfirmByName({ title, children, name, submit, send, onClose }: ConfirmByNameProps) {
  const form = useForm({ initialValues: { typed: "" } });
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form
        form={form}
        send={send}
        submit={submit}
        isDangerous
        isDisabled={form.values.typed.trim() !== name}
        onCancel={onClose}
      >
        <Stack gap="xs">
          {children}
          <TextInput
            label={
              <>
                Type{" "}
                <Text span inherit ff="monospace" fw={700}>
                  {name}
                </Text>{" "}
                to confirm
              </>
            }
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("typed")}
          />
        </Stack>
      </Form>
    </Modal>
  );
}
