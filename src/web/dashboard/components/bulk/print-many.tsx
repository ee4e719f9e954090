import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { postForFile } from "../../../browser/api.ts";
import { isProblem, type Problem } from "../../../browser/problem.ts";
import { nameOfShipment } from "../../format.ts";
import { useAction } from "../../queries.ts";
import { saveBlob } from "../../save-file.ts";
import { Dialog } from "../dialog.tsx";
import { Form } from "../form.tsx";
import { type Result, Results } from "./results.tsx";
import { type BulkPlace, shipmentsText } from "./words.ts";

interface PrintManyProps {
  place: BulkPlace;
  shipments: readonly ShipmentView[];
  onClose(): void;
}

/** One file with the labels of the selected shipments; those without a label are named, and can be left out. */
export function PrintMany({ place: { environment }, shipments, onClose }: PrintManyProps) {
  const form = useForm({});
  const [without, setWithout] = useState<readonly Result[]>([]);
  const printed = shipments.filter(({ id }) => !without.some((result) => result.id === id));
  const print = useAction(
    async (sent: readonly ShipmentView[]) => {
      const body = { shipment_ids: sent.map(({ id }) => id) };
      try {
        saveBlob("labels.pdf", await postForFile("/platform/labels/batch", body, { environment }));
        return [];
      } catch (error) {
        if (!isProblem(error) || error.code !== "label_not_ready") throw error;
        return resultsOf(error, sent);
      }
    },
    {
      changes: [],
      onDone: (found) => {
        if (found.length === 0) onClose();
        else setWithout([...without, ...found]);
      },
    },
  );
  const title = `Print labels of ${shipmentsText(printed.length)}`;
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <Form
        form={form}
        send={() => print.mutateAsync(printed)}
        submit={without.length === 0 ? "Save as PDF" : `Save the other ${printed.length} as PDF`}
        isDisabled={printed.length === 0}
        onCancel={onClose}
      >
        <Stack>
          <Text size="sm">One PDF, with a page for each piece.</Text>
          {without.length > 0 && (
            <>
              <Text size="sm" role="status">
                Nothing was saved. {without.length} of {shipments.length} have no label.
              </Text>
              <Results label="Without a label" results={without} />
            </>
          )}
        </Stack>
      </Form>
    </Dialog>
  );
}

function resultsOf({ errors = [] }: Problem, sent: readonly ShipmentView[]): Result[] {
  return errors.flatMap(({ pointer = "", detail }) => {
    const shipment = sent[Number(pointer.split("/").at(-1))];
    if (!shipment) return [];
    return { id: shipment.id, name: nameOfShipment(shipment), tone: "quiet", word: "No label", detail };
  });
}
