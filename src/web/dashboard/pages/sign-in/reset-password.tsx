import { Anchor, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { post } from "../../../browser/api.ts";
import { Form } from "../../components/form.tsx";
import { NewPasswordInput } from "../../components/sign-in-fields.tsx";
import { StandalonePage, useLinkToken } from "../../components/standalone-page.tsx";
import { useAction } from "../../queries.ts";

/** The page behind the link that sets a new password. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" } });
  const reset = useAction(
    (input: { password: string }) => post("/auth/password-reset/confirmation", { token, ...input }),
    { changes: ["/auth/session"] },
  );
  const signIn = (
    <Anchor renderRoot={(props) => <Link to="/sign-in" search={{}} {...props} />}>Sign in</Anchor>
  );
  if (reset.isSuccess) {
    return (
      <StandalonePage title="Password changed" lead="Your sessions in all browsers have ended.">
        {signIn}
      </StandalonePage>
    );
  }
  return (
    <StandalonePage
      title="Set a new password"
      footer={
        <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Request a new link</Anchor>
      }
    >
      {token === "" ? (
        <Text>Open this page with the link from the email.</Text>
      ) : (
        <Form form={form} send={reset.mutateAsync} submit="Set password">
          <NewPasswordInput label="New password" {...form.getInputProps("password")} />
        </Form>
      )}
    </StandalonePage>
  );
}
