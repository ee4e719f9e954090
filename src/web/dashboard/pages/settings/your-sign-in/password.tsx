import { PasswordInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { passwordLengthMin } from "@/access/accounts/account.ts";
import type { ChangePassword } from "@/access/accounts/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/section.tsx";
import { useAction } from "../../../queries.ts";

export function PasswordSection() {
  const form = useForm<ChangePassword>({
    mode: "uncontrolled",
    initialValues: { current_password: "", new_password: "" },
  });
  const change = useAction((input: ChangePassword) => post("/auth/password", input), {
    changes: ["/auth/sessions", "/audit"],
    success: "Password changed. Your other sessions have ended.",
    onDone: () => form.reset(),
  });
  return (
    <Section title="Password" lead="Changing your password ends your sessions in all other browsers.">
      <Form form={form} send={change.mutateAsync} submit="Change password">
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          key={form.key("current_password")}
          {...form.getInputProps("current_password")}
        />
        <PasswordInput
          label="New password"
          description={`At least ${passwordLengthMin} characters`}
          autoComplete="new-password"
          key={form.key("new_password")}
          {...form.getInputProps("new_password")}
        />
      </Form>
    </Section>
  );
}
