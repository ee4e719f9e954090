import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { OrderFormWithLink } from "@/delivery/orders/order-forms/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Form } from "../../components/form.tsx";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { Page } from "../../components/page.tsx";
import { useEnvironment } from "../../environment.ts";
import { useAction } from "../../queries.ts";
import { OrderFormFields } from "./fields.tsx";
import { NewLink } from "./new-link.tsx";
import { formChanges } from "./use-form.ts";
import { emptyForm, type FormValues, requestOf } from "./values.ts";

/** Makes a form, and shows its link once. */
export function NewOrderFormPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [made, setMade] = useState<OrderFormWithLink>();
  const form = useForm<FormValues>({ initialValues: emptyForm });
  const create = useAction(
    (values: FormValues, idempotencyKey) =>
      post("/platform/order-forms", requestOf(values), { environment, idempotencyKey }),
    { changes: formChanges, onDone: setMade },
  );
  return (
    <Page title="New order form" lead="Then send its link to the customer.">
      <LeaveGuard isTyped={() => made === undefined && form.isDirty()} />
      <Form form={form} send={create.mutateAsync} submit="Create order form" needs={["shipments:write"]}>
        <OrderFormFields form={form} isConfirmed={false} />
      </Form>
      {made && (
        <NewLink
          made={made}
          onClose={() =>
            void navigate({
              to: "/$environment/order-forms/$formId",
              params: { environment, formId: made.id },
              ignoreBlocker: true,
            })
          }
        />
      )}
    </Page>
  );
}
