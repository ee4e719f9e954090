import { List, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { CorrectedStatus } from "@/delivery/lifecycle/state/correction.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { humanize, nameOfShipment } from "../../../format.ts";
import { useAction } from "../../../queries.ts";
import { fromLocalTime } from "../../../times.ts";
import { consequencesOf } from "./corrections.ts";

interface CorrectProps {
  shipment: ShipmentView;
  /** What it can be corrected to. */
  states: readonly CorrectedStatus[];
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  status: CorrectedStatus;
  reason: string;
  /** In the reader's time zone; empty for now. */
  at: string;
  proof: { recipient_name: string };
}

/** Corrects the state, and says before what follows. */
export function Correct({ shipment, states, onClose }: CorrectProps) {
  const { id, environment, version, status: from } = shipment;
  const [first = "delivered"] = states;
  const form = useForm<Values>({
    initialValues: { status: first, reason: "", at: "", proof: { recipient_name: "" } },
  });
  const { status: to } = form.values;
  const correct = useAction(
    ({ status, reason, at, proof: { recipient_name } }: Values, idempotencyKey) => {
      const told = status === "delivered" && recipient_name !== "" ? { recipient_name } : null;
      const body = { status, reason, at: at === "" ? null : (fromLocalTime(at) ?? at), proof: told };
      const path = `/platform/shipments/${id}/correction` as const;
      return post(path, body, { environment, idempotencyKey, ifVersion: version });
    },
    {
      changes: ["/platform/shipments", `/platform/tracking/${id}`, "/platform/events"],
      success: `Corrected from ${humanize(from)} to ${humanize(to)}.`,
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title={`Correct ${nameOfShipment(shipment)}`}>
      <Form form={form} send={correct.mutateAsync} submit="Correct" onCancel={onClose}>
        <Select
          label="New state"
          description={`Now: ${humanize(from)}`}
          data={states.map((value) => ({ value, label: humanize(value) }))}
          allowDeselect={false}
          {...form.getInputProps("status")}
        />
        <TextInput
          label="Reason"
          description="It stands in the timeline. The recipient does not see it."
          autoComplete="off"
          maxLength={500}
          required
          {...form.getInputProps("reason")}
        />
        <TextInput
          type="datetime-local"
          label="When it happened"
          description="Empty: now"
          {...form.getInputProps("at")}
        />
        {to === "delivered" && (
          <TextInput label="Received by" autoComplete="off" {...form.getInputProps("proof.recipient_name")} />
        )}
        <List size="sm" aria-label="What follows">
          {consequencesOf(shipment, to).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </Form>
    </Dialog>
  );
}
