import { useForm } from "@mantine/form";
import type { AccountView } from "@/delivery/privacy/account/schema.ts";
import { patch } from "@/web/browser/api.ts";
import { Form } from "../../../components/form.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useFollowing } from "../../../following.ts";
import type { NumberValue } from "../../../number-value.ts";
import { useAction } from "../../../queries.ts";

interface Values extends Record<string, unknown> {
  later_charges_percent: NumberValue;
}

/** How much the installation's carriers may charge beside a price. */
export function LaterCharges({ account }: { account: AccountView }) {
  const environment = useEnvironment();
  const newest: Values = { later_charges_percent: account.later_charges_percent };
  const form = useForm<Values>({ initialValues: newest });
  const { show } = useFollowing(form, newest, JSON.stringify(newest));
  const save = useAction(
    async (sent: Values) => {
      const saved = await patch("/platform/account", sent, { environment });
      return { sent, later_charges_percent: saved.later_charges_percent };
    },
    {
      changes: ["/platform/account", "/audit"],
      success: "Saved.",
      onDone: ({ sent, later_charges_percent }) => show({ later_charges_percent }, sent),
    },
  );
  return (
    <Section title="Later charges" lead="What this installation's carriers may add to a price.">
      <Form form={form} send={save.mutateAsync} submit="Save percent" needs={["account:write"]}>
        <NumberField
          label="Percent of the price"
          description="For waiting or another attempt, in sum. 0: nothing."
          {...form.getInputProps("later_charges_percent")}
        />
      </Form>
    </Section>
  );
}
