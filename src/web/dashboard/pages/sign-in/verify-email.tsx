import { Anchor, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { post } from "../../../browser/api.ts";
import { Form } from "../../components/form.tsx";
import { StandalonePage, useLinkToken } from "../../components/standalone-page.tsx";
import { useAction } from "../../queries.ts";

/** The page behind the mailed link. Mail scanners open links but press no buttons, so they do not use up the token. */
export function VerifyEmailPage() {
  const token = useLinkToken();
  const form = useForm({ mode: "uncontrolled", initialValues: {} });
  const confirm = useAction(() => post("/auth/email-verification/confirmation", { token }), {
    changes: ["/auth/session"],
  });
  if (confirm.isSuccess) {
    return (
      <StandalonePage title="Email address verified" lead="Waybill sends notices to this address.">
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Open the dashboard</Anchor>
      </StandalonePage>
    );
  }
  return (
    <StandalonePage
      title="Verify your email address"
      lead="Waybill sends notices to verified addresses only."
    >
      {token === "" ? (
        <Text>Open this page with the link from the email. Sign in to request a new link.</Text>
      ) : (
        <Form form={form} send={() => confirm.mutateAsync(undefined)} submit="Verify address">
          {null}
        </Form>
      )}
    </StandalonePage>
  );
}
