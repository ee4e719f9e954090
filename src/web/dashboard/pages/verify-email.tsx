import { Anchor, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { post } from "../api.ts";
import { Door } from "../components/door.tsx";
import { Form } from "../components/form.tsx";
import { useAction } from "../queries.ts";

/** Where the mailed link leads. A program that opens links in mails presses no button, so the token stays good. */
export function VerifyEmailPage() {
  // Behind the # no server and no log sees it.
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  const form = useForm({ mode: "uncontrolled", initialValues: {} });
  const confirm = useAction(() => post("/auth/email-verification/confirmation", { token }), {
    changes: ["/auth/session"],
  });
  if (confirm.isSuccess) {
    return (
      <Door title="E-mail address verified" lead="Waybill sends notices to this address.">
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Open the dashboard</Anchor>
      </Door>
    );
  }
  return (
    <Door title="Verify your e-mail address" lead="Waybill sends notices to verified addresses only.">
      {token === "" ? (
        <Text>Open this page with the link from the mail. Sign in to ask for a new link.</Text>
      ) : (
        <Form form={form} send={() => confirm.mutateAsync(undefined)} submit="Verify">
          {null}
        </Form>
      )}
    </Door>
  );
}
