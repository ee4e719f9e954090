import { Checkbox, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MovedWindowView, MoveWindows } from "@/delivery/orders/promises/schema.ts";
import { post } from "@/web/browser/api.ts";
import { useAction } from "../../queries.ts";
import type { Side } from "../../side.ts";
import { timeZoneName } from "../../times.ts";
import { Dialog } from "../dialog.tsx";
import { Form } from "../form.tsx";
import { ProblemAlert } from "../problem.tsx";
import {
  choices,
  confirmed,
  doneText,
  type MoveValues,
  moveOf,
  outcomeRows,
  previewRow,
  submitText,
  summaryOf,
} from "./moving.ts";
import { Outcome, type Result, Results } from "./results.tsx";
import { shipmentsText } from "./words.ts";

interface MoveDialogProps {
  side: Side;
  ids: readonly string[];
  names?: ReadonlyMap<string, string> | undefined;
  changes: readonly string[];
  keep?: ((ids: readonly string[]) => void) | undefined;
  onClose: () => void;
}

const labels: Record<(typeof choices)[number], string> = {
  "15": "15 min",
  "30": "30 min",
  "60": "60 min",
  window: "New time",
};

/** Another time for many deliveries: who is told stands there before the click. */
export function MoveDialog({ side, ids, names, changes, keep, onClose }: MoveDialogProps) {
  const form = useForm<MoveValues>({
    initialValues: { choice: "30", start: "", end: "", notify: true, reason: "" },
  });
  const [outcome, setOutcome] = useState<readonly Result[]>();
  const { reason: _reason, ...asked } = form.values;
  const preview = usePreview(side, ids, asked);
  // Without a window there is nothing to show: what was asked before is another question.
  const shown = moveOf(form.values) && preview.data;
  const nameOf = ({ shipment_id, recipient_name }: MovedWindowView) =>
    names?.get(shipment_id) ?? recipient_name ?? shipment_id;
  const move = useAction(
    (input: MoveWindows, idempotencyKey) =>
      post(`${side.base}/shipments/windows/batch`, input, { ...side.call, idempotencyKey }),
    {
      changes,
      onDone: (done) => {
        const left = ids.filter((id) =>
          done.results.every((one) => one.shipment_id !== id || one.result !== "moved"),
        );
        keep?.(left);
        const rows = outcomeRows(done, nameOf);
        if (done.moved < done.results.length) return setOutcome(rows);
        notifications.show({ message: doneText(done) });
        onClose();
      },
    },
  );
  const send = async (values: MoveValues) => {
    const input = moveOf(values);
    if (input && shown) await move.mutateAsync({ ...input, ...confirmed(shown) });
  };
  const moved = shown?.moved ?? 0;
  return (
    <Dialog title={`Later: ${shipmentsText(ids.length)}`} size="lg" onClose={onClose}>
      {outcome ? (
        <Outcome results={outcome} onClose={onClose} />
      ) : (
        <Form
          form={form}
          send={send}
          submit={submitText(shown)}
          isDisabled={moved === 0 || preview.isPlaceholderData}
          onCancel={onClose}
        >
          <SegmentedControl
            aria-label="How much later"
            fullWidth
            data={choices.map((value) => ({ value, label: labels[value] }))}
            {...form.getInputProps("choice")}
          />
          {form.values.choice === "window" && (
            <Stack gap={4}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <TextInput type="datetime-local" label="From" required {...form.getInputProps("start")} />
                <TextInput type="datetime-local" label="Until" required {...form.getInputProps("end")} />
              </SimpleGrid>
              <Text size="xs" c="dimmed">
                In your time zone, {timeZoneName()}.
              </Text>
            </Stack>
          )}
          <Checkbox
            label="Email the recipients"
            description="At most once in 15 minutes for each delivery. Their pages show the new time in any case."
            {...form.getInputProps("notify", { type: "checkbox" })}
          />
          <TextInput
            label="Reason (optional)"
            autoComplete="off"
            maxLength={500}
            {...form.getInputProps("reason")}
          />
          <ProblemAlert problem={preview.error} />
          {shown && (
            <>
              <Text size="sm" role="status">
                {summaryOf(shown, form.values.notify)}
              </Text>
              <Results
                label="What will be promised"
                results={shown.results.map((one) => previewRow(one, nameOf(one)))}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

/** What would move and who would be told, read again with each change; undefined before the first and without a window. */
function usePreview(side: Side, ids: readonly string[], asked: Omit<MoveValues, "reason">) {
  const input = moveOf({ ...asked, reason: "" } as MoveValues);
  const path = `${side.base}/shipments/windows/batch` as const;
  return useQuery({
    queryKey: [path, side.environment, ids, input],
    queryFn: () => post(path, { ...input, shipment_ids: [...ids], dry_run: true }, side.call),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
