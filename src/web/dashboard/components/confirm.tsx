import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";

interface ConfirmProps {
  title: string;
  /** What is done, to what, and what that means. */
  children: ReactNode;
  submit: string;
  send: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is done that a slip should not do. */
export function Confirm({ title, children, submit, send, onClose }: ConfirmProps) {
  const form = useForm({});
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} send={send} submit={submit} isDangerous onCancel={onClose}>
        <Text size="sm">{children}</Text>
      </Form>
    </Dialog>
  );
}
