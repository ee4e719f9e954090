import { useForm } from "@mantine/form";
import type { AccountView } from "@/delivery/privacy/account/schema.ts";
import { patch } from "@/web/browser/api.ts";
import { Form } from "../../../components/form.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useFollowing } from "../../../following.ts";
import { changedOf } from "../../../merge-patch.ts";
import type { NumberValue } from "../../../number-value.ts";
import { useAction } from "../../../queries.ts";

/** Empty fields follow the installation. */
interface Values extends Record<string, unknown> {
  retention_days: NumberValue;
  link_days: NumberValue;
}

/** For how long the account keeps the personal data of finished shipments, and their tracking links work. */
export function Retention({ account }: { account: AccountView }) {
  const { retention_days_max: max, link_days_default: linkDays } = account;
  const environment = useEnvironment();
  const newest = valuesOf(account);
  const form = useForm<Values>({ initialValues: newest });
  const { shown, show } = useFollowing(form, newest, JSON.stringify(newest));
  const save = useAction(
    async (sent: Values) => {
      const input = changedOf(inputOf(shown), inputOf(sent));
      return { sent, saved: await patch("/platform/account", input, { environment }) };
    },
    {
      changes: ["/platform/account", "/audit"],
      success: "Saved.",
      onDone: ({ sent, saved }) => show(valuesOf(saved), sent),
    },
  );
  return (
    <Section title="Personal data" lead="What Waybill erases some days after a shipment's end.">
      <Form form={form} send={save.mutateAsync} submit="Save days" needs={["account:write"]}>
        <NumberField
          label="Days until names, addresses and pictures are erased"
          description={
            max === null
              ? "Empty: they are kept. What is erased cannot be restored."
              : `At most ${max}. Empty: ${max}, as the operator set.`
          }
          {...form.getInputProps("retention_days")}
        />
        <NumberField
          label="Days until tracking links end"
          description={`Empty: ${linkDays}, as the operator set.`}
          {...form.getInputProps("link_days")}
        />
      </Form>
    </Section>
  );
}

function valuesOf({ retention_days, link_days }: AccountView): Values {
  return { retention_days: retention_days ?? "", link_days: link_days ?? "" };
}

function inputOf({ retention_days, link_days }: Values) {
  return {
    retention_days: retention_days === "" ? null : retention_days,
    link_days: link_days === "" ? null : link_days,
  };
}
