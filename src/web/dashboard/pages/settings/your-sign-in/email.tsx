import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChangeEmail as ChangeEmailInput } from "@/access/accounts/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Fact, Facts } from "../../../components/facts.tsx";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/section.tsx";
import { sessionQuery, useAction } from "../../../queries.ts";

/** The address with which the person signs in, and where notices go. */
export function EmailSection() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { email, email_verified: isVerified } = session.user;
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Section title="Email address" lead="You sign in with it, and Waybill sends you notices there.">
      <Facts>
        <Fact label="Address">{email}</Fact>
        {isVerified !== null && <Fact label="Verified">{isVerified ? "Yes" : "No"}</Fact>}
      </Facts>
      <Group>
        <Button variant="default" onClick={() => setIsChanging(true)}>
          Change…
        </Button>
      </Group>
      {isChanging && <ChangeEmail sendsMail={isVerified !== null} onClose={() => setIsChanging(false)} />}
    </Section>
  );
}

interface ChangeEmailProps {
  /** Whether the installation sends mail: then the new address has to be verified first. */
  sendsMail: boolean;
  onClose: () => void;
}

function ChangeEmail({ sendsMail, onClose }: ChangeEmailProps) {
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "" } });
  const change = useAction((input: ChangeEmailInput) => post("/auth/email", input), {
    changes: ["/auth/session", "/account/members", "/audit"],
    success: sendsMail
      ? "Link sent to the new address. Your address changes when you open the link."
      : "Email address changed. Sign in with the new address from now on.",
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title="Change your email address">
      <Form form={form} send={change.mutateAsync} submit="Change address" onCancel={onClose}>
        <TextInput
          label="New email address"
          description={
            sendsMail
              ? "Waybill sends a link there. The old address keeps working until you open the link."
              : "This installation sends no email, so the address changes at once. Check it for typos."
          }
          type="email"
          autoComplete="email"
          {...form.getInputProps("email")}
        />
      </Form>
    </Dialog>
  );
}
