import { List, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Dialog } from "../components/dialog.tsx";
import { Form } from "../components/form.tsx";

interface AskReasonProps {
  title: string;
  submit: string;
  /** Who reads the reason. */
  about: string;
  /** What follows, one sentence each. */
  facts: readonly string[];
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks why, and says before what follows. */
export function AskReason({ title, submit, about, facts, send, onClose }: AskReasonProps) {
  const form = useForm({ initialValues: { reason: "" } });
  return (
    <Dialog onClose={onClose} title={title}>
      <Form form={form} send={({ reason }) => send(reason)} submit={submit} onCancel={onClose}>
        <TextInput
          label="Reason"
          description={about}
          autoComplete="off"
          maxLength={500}
          required
          {...form.getInputProps("reason")}
        />
        <List size="sm" aria-label="What follows">
          {facts.map((fact) => (
            <List.Item key={fact}>{fact}</List.Item>
          ))}
        </List>
      </Form>
    </Dialog>
  );
}
