import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";

interface ConfirmProps {
  title: string;
  /** What happens, and the consequences. */
  children: ReactNode;
  /** What to decide with it. */
  more?: ReactNode;
  submit: string;
  /** Label of the button that changes nothing. */
  cancel?: string;
  send: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an action that a slip should not trigger. */
export function Confirm({ title, children, more, submit, cancel, send, onClose }: ConfirmProps) {
  const form = useForm({});
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} send={send} submit={submit} isDangerous onCancel={onClose} cancel={cancel}>
        <Text size="sm">{children}</Text>
        {more}
      </Form>
    </Dialog>
  );
}
