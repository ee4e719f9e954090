import { Anchor, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import type { RequestReset } from "@/access/accounts/schema.ts";
import { post } from "../../../browser/api.ts";
import { Form } from "../../components/form.tsx";
import { StandalonePage } from "../../components/standalone-page.tsx";
import { useAction } from "../../queries.ts";

/** Sends a link to set a new password. It says the same whoever has the address. */
export function ForgotPasswordPage() {
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "" } });
  const request = useAction((input: RequestReset) => post("/auth/password-reset", input), { changes: [] });
  const backToSignIn = (
    <Anchor renderRoot={(props) => <Link to="/sign-in" search={{}} {...props} />}>Back to sign-in</Anchor>
  );
  if (request.isSuccess) {
    return (
      <StandalonePage title="Check your email" footer={backToSignIn}>
        <Text role="status">
          If {request.variables.email} belongs to somebody here, a link is on its way. It works once, for one
          hour.
        </Text>
        <Text size="sm" c="dimmed">
          Nothing came? Look in the spam folder, or ask the operator of this installation for a link.
        </Text>
      </StandalonePage>
    );
  }
  return (
    <StandalonePage
      title="Forgot your password?"
      lead="Waybill sends you a link to set a new one."
      footer={backToSignIn}
    >
      <Form form={form} send={request.mutateAsync} submit="Send link">
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          {...form.getInputProps("email")}
        />
      </Form>
    </StandalonePage>
  );
}
