import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { OrderFormView } from "@/delivery/orders/order-forms/schema.ts";
import { patch, remove } from "@/web/browser/api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Form } from "../../components/form.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { useFollowing } from "../../following.ts";
import { changedOf } from "../../merge-patch.ts";
import { useAction } from "../../queries.ts";
import { OrderFormFields } from "./fields.tsx";
import { formChanges, useOrderForm } from "./use-form.ts";
import { type FormValues, requestOf, valuesOf } from "./values.ts";

export function FormSettingsPage() {
  const { data: form } = useOrderForm();
  if (!form) return null;
  return (
    <>
      <Settings key={form.id} form={form} />
      <Manage form={form} />
    </>
  );
}

function Settings({ form: shownForm }: { form: OrderFormView }) {
  const { environment, path } = useOrderForm();
  const { version, may, customer } = shownForm;
  const newest = valuesOf(shownForm);
  const form = useForm<FormValues>({ initialValues: newest });
  const { shown, show } = useFollowing(form, newest, version);
  const save = useAction(
    async (sent: FormValues) => {
      const input = changedOf(requestOf(shown, may), requestOf(sent, may));
      return { sent, saved: await patch(path, input, { environment, ifVersion: version }) };
    },
    { changes: formChanges, success: "Saved.", onDone: ({ sent, saved }) => show(valuesOf(saved), sent) },
  );
  return (
    <Form
      form={form}
      send={save.mutateAsync}
      submit="Save order form"
      isDisabled={!form.isDirty()}
      needs={["shipments:write"]}
    >
      <OrderFormFields form={form} isConfirmed={customer.email_confirmed_at !== null} />
    </Form>
  );
}

function Manage({ form }: { form: OrderFormView }) {
  const { environment, path } = useOrderForm();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const erase = useAction(() => remove(path, { environment, ifVersion: form.version }), {
    changes: formChanges,
    success: `${form.name} was deleted.`,
    onDone: () => void navigate({ to: "/$environment/order-forms", params: { environment } }),
  });
  return (
    <Section
      title="Manage order form"
      action={
        <Permitted needs={["shipments:write"]}>
          <Button color="red.8" onClick={() => setDeleting(true)}>
            Delete…
          </Button>
        </Permitted>
      }
    >
      <Facts>
        <Fact label="ID" isCode>
          {form.id}
        </Fact>
        <Fact label="Created">
          <Time at={form.created_at} />
        </Fact>
        <Fact label="Email address confirmed">
          <Time at={form.customer.email_confirmed_at} none="Not yet" />
        </Fact>
      </Facts>
      {isDeleting && (
        <Confirm
          title={`Delete ${form.name}`}
          submit="Delete order form"
          send={() => erase.mutateAsync(undefined)}
          onClose={() => setDeleting(false)}
        >
          The link ends at once. Orders that nobody approved are erased, and so are the customer's devices.
          Shipments stay.
        </Confirm>
      )}
    </Section>
  );
}
