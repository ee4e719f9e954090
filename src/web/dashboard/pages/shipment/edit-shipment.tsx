import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { PatchShipment } from "../../../../delivery/shipments/request-schema.ts";
import type { ShipmentView } from "../../../../delivery/shipments/schema.ts";
import { get, isProblem, type Problem, patch } from "../../api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { changedOf, withChanges } from "../../merge-patch.ts";
import { useAction } from "../../queries.ts";

interface Values extends Record<string, unknown> {
  reference: string;
  delivery: { contact: { name: string; phone: string }; instructions: string };
}

/** What is said once the newest has been read. */
const overtaken: Problem = {
  status: 412,
  code: "precondition_failed",
  title: "The shipment was changed meanwhile",
  detail:
    "Nothing of yours is saved yet. Fields that you did not touch now show what is there, and what you typed is kept: look at it, and save again.",
};

/** What may be changed on the way: the reference always, the rest until the goods have arrived. */
export function EditShipment({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment } = shipment;
  const path = `/platform/shipments/${id}`;
  const [shown, setShown] = useState(shipment);
  const form = useForm<Values>({ initialValues: valuesOf(shown) });
  const edit = useAction(
    (input: PatchShipment) => patch<ShipmentView>(path, input, { environment, ifVersion: shown.version }),
    { changes: ["/platform/shipments"], told: "The shipment is changed.", onDone: onClose },
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
      if (!isProblem(problem) || problem.code !== overtaken.code) throw problem;
      await showNewest();
      throw { ...problem, ...overtaken };
    }
  };
  return (
    <Dialog onClose={onClose} title="Change the shipment">
      <Form form={form} send={send} submit="Save" onCancel={onClose}>
        <TextInput label="Reference" autoComplete="off" {...form.getInputProps("reference")} />
        <TextInput label="Recipient" autoComplete="off" {...form.getInputProps("delivery.contact.name")} />
        <TextInput
          label="Recipient's phone"
          type="tel"
          autoComplete="off"
          {...form.getInputProps("delivery.contact.phone")}
        />
        <Textarea
          label="Instructions for the delivery"
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
