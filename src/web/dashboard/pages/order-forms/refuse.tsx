import { Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { OrderRequestView } from "@/delivery/orders/order-forms/order-schema.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useEnvironment } from "../../environment.ts";
import { useAction } from "../../queries.ts";
import { formChanges } from "./use-form.ts";
import { nameOf } from "./words.ts";

/** Refuses an order with a word for the customer. */
export function RefuseWithMessage({ request, onClose }: { request: OrderRequestView; onClose: () => void }) {
  const environment = useEnvironment();
  const form = useForm({ initialValues: { message: "" } });
  const refuse = useAction(
    ({ message }: { message: string }, idempotencyKey) =>
      post(
        `/platform/order-requests/${request.id}/refusal`,
        { message: message || null },
        { environment, idempotencyKey },
      ),
    { changes: formChanges, success: `The order for ${nameOf(request)} was refused.`, onDone: onClose },
  );
  return (
    <Dialog title={`Refuse the order for ${nameOf(request)}`} onClose={onClose}>
      <Form form={form} send={refuse.mutateAsync} submit="Refuse order" isDangerous onCancel={onClose}>
        <Textarea
          label="Message for the customer"
          description="They read it on the form"
          autosize
          minRows={2}
          {...form.getInputProps("message")}
        />
      </Form>
    </Dialog>
  );
}
