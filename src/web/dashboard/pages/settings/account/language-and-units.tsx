import { Select } from "@mantine/core";
import { useForm } from "@mantine/form";
import { pageLanguages } from "@/delivery/model/model.ts";
import type { AccountView, PatchOwnAccount } from "@/delivery/privacy/account/schema.ts";
import { patch } from "@/web/browser/api.ts";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useFollowing } from "../../../following.ts";
import { useAction } from "../../../queries.ts";

const names = new Intl.DisplayNames("en", { type: "language" });
const languages = pageLanguages.map((value) => ({ value, label: names.of(value) ?? value }));
const unitChoices = [
  { value: "usual", label: "As is usual where you are" },
  { value: "metric", label: "Kilograms and centimeters" },
  { value: "imperial", label: "Pounds and inches" },
];

interface Values extends Record<string, unknown> {
  language: AccountView["language"];
  units: NonNullable<AccountView["units"]> | "usual";
}

/** The language of what the account prints, and how its people type and read weights and sizes. */
export function LanguageAndUnits({ account }: { account: AccountView }) {
  const environment = useEnvironment();
  const newest = valuesOf(account);
  const form = useForm<Values>({ initialValues: newest });
  const { show } = useFollowing(form, newest, JSON.stringify(newest));
  const save = useAction(
    async (sent: Values) => {
      const input: PatchOwnAccount = { ...sent, units: sent.units === "usual" ? null : sent.units };
      return { sent, saved: await patch("/platform/account", input, { environment }) };
    },
    {
      changes: ["/platform/account", "/audit"],
      success: "Saved.",
      onDone: ({ sent, saved }) => show(valuesOf(saved), sent),
    },
  );
  return (
    <Section title="Language and units">
      <Form form={form} send={save.mutateAsync} submit="Save language and units" needs={["account:write"]}>
        <Select
          label="Language on paper"
          description="Of run sheets, lists of a day and statements."
          data={languages}
          allowDeselect={false}
          {...form.getInputProps("language")}
        />
        <Select
          label="Weights and sizes"
          description="On the dashboard and on paper. The API always has grams and millimeters."
          data={unitChoices}
          allowDeselect={false}
          {...form.getInputProps("units")}
        />
      </Form>
    </Section>
  );
}

function valuesOf({ language, units }: AccountView): Values {
  return { language, units: units ?? "usual" };
}
