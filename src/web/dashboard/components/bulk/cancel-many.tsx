import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post } from "../../../browser/api.ts";
import { nameOfShipment } from "../../format.ts";
import { useAction } from "../../queries.ts";
import { Dialog } from "../dialog.tsx";
import { Form } from "../form.tsx";
import { Outcome, type Result } from "./results.tsx";
import { type BulkPlace, shipmentsText } from "./words.ts";

interface CancelManyProps {
  place: BulkPlace;
  shipments: readonly ShipmentView[];
  keep(ids: readonly string[]): void;
  onClose(): void;
}

const outcomes: Record<string, Pick<Result, "tone" | "word" | "detail">> = {
  cancelled: { tone: "good", word: "Cancelled", detail: "" },
  requested: { tone: "busy", word: "Requested", detail: "The carrier has not responded yet." },
};

/** Cancels the selected shipments: a result each after. */
export function CancelMany({ place, shipments, keep, onClose }: CancelManyProps) {
  const { environment, changes } = place;
  const form = useForm({});
  const [results, setResults] = useState<readonly Result[]>();
  const title = `Cancel ${shipmentsText(shipments.length)}`;
  const names = new Map(shipments.map((shipment) => [shipment.id, nameOfShipment(shipment)]));
  const cancel = useAction(
    (_: undefined, idempotencyKey) => {
      const items = shipments.map(({ id }) => ({ shipment_id: id }));
      return post("/platform/cancellations/batch", { items }, { environment, idempotencyKey });
    },
    {
      changes,
      onDone: (answer) => {
        setResults(
          answer.results.map(({ shipment_id: id, result, problem }) => ({
            id,
            name: names.get(id) ?? id,
            ...(outcomes[result] ?? { tone: "bad", word: "Refused", detail: problem?.detail ?? "" }),
          })),
        );
        keep(answer.results.filter(({ result }) => result === "refused").map((item) => item.shipment_id));
      },
    },
  );
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      {results ? (
        <Outcome results={results} onClose={onClose} />
      ) : (
        <Form
          form={form}
          send={() => cancel.mutateAsync(undefined)}
          submit={title}
          isDangerous
          onCancel={onClose}
          cancel="Keep them"
        >
          <Text size="sm">They will not be delivered. This cannot be undone.</Text>
        </Form>
      )}
    </Dialog>
  );
}
