import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import type { PatchShipment } from "../../../../delivery/shipments/schema.ts";
import { get, isProblem, type Problem, patch } from "../../api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { changedOf, withChanges } from "../../merge-patch.ts";
import { useAction } from "../../queries.ts";

interface Values extends Record<string, unknown> {
  reference: string;
  delivery: { contact: { name: string; phone: string }; instructions: string };
}

/** Shown after the latest version was read. */
const conflict: Problem = {
  status: 412,
  code: "precondition_failed",
  title: "Someone else changed the shipment",
  detail:
    "Your changes are not saved yet. The other fields now show the latest values. Review them and save again.",
};

/** The fields that can be edited: the reference always, the rest until delivery. */
export function EditShipment({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment } = shipment;
  const path = `/platform/shipments/${id}`;
  const [shown, setShown] = useState(shipment);
  const form = useForm<Values>({ initialValues: valuesOf(shown) });
  const edit = useAction(
    (input: PatchShipment) => patch<ShipmentView>(path, input, { environment, ifVersion: shown.version }),
    { changes: ["/platform/shipments"], success: "Shipment saved.", onDone: onClose },
  );
  const showNewest = async () => {
    const newest = await get<ShipmentView>(path, { environment });
    form.setValues((typed) => withChanges(valuesOf(newest), changedOf(valuesOf(shown), typed)));
    setShown(newest);
  };
  const send = async (values: Values) => {
    try {
      await edit.mutateAsync(toPatch(valuesOf(shown), values));
    } catch (problem) {
      if (!isProblem(problem) || problem.code !== conflict.code) throw problem;
      await showNewest();
      throw { ...problem, ...conflict };
    }
  };
  return (
    <Dialog onClose={onClose} title="Edit shipment">
      <Form form={form} send={send} submit="Save shipment" onCancel={onClose}>
        <TextInput label="Reference" autoComplete="off" {...form.getInputProps("reference")} />
        <TextInput label="Recipient" autoComplete="off" {...form.getInputProps("delivery.contact.name")} />
        <TextInput
          label="Recipient phone"
          type="tel"
          autoComplete="off"
          {...form.getInputProps("delivery.contact.phone")}
        />
        <Textarea
          label="Delivery instructions"
          autosize
          minRows={2}
          {...form.getInputProps("delivery.instructions")}
        />
      </Form>
    </Dialog>
  );
}

function valuesOf({ reference, delivery: { contact, instructions } }: ShipmentView): Values {
  return {
    reference: reference ?? "",
    delivery: {
      contact: { name: contact.name, phone: contact.phone ?? "" },
      instructions: instructions ?? "",
    },
  };
}

function toPatch(shown: Values, values: Values): PatchShipment {
  return changedOf(settingsOf(shown), settingsOf(values));
}

function settingsOf({ reference, delivery: { contact, instructions } }: Values): PatchShipment {
  return {
    reference: orNull(reference),
    delivery: {
      contact: { name: contact.name, phone: orNull(contact.phone) },
      instructions: orNull(instructions),
    },
  };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
