/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import type { InvitedView } from "../../access/people/schema.ts";
import { post } from "../browser/api.ts";
import { isProblem, type Problem } from "../browser/problem.ts";
import { roleDescriptions } from "../browser/session.ts";
import { Alert } from "./alert.tsx";
import { Field, Form, NewPassword } from "./form.tsx";
import { leaveFor, Page, useLinkToken } from "./page.tsx";

/** The page behind the link of an invitation. */
export function JoinPage() {
  const token = useLinkToken();
  const [invitation, setInvitation] = useState<InvitedView>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    if (token === "") return;
    post("/auth/invitation", { token }).then(setInvitation, (error) => {
      if (!isProblem(error)) throw error;
      setProblem(error);
    });
  }, [token]);
  if (invitation) return <Invited token={token} invitation={invitation} />;
  return (
    <Page title="Join an account" footer={<a href="/dashboard/sign-in">Sign in</a>}>
      {token === "" && <p>Open this page with the link of your invitation.</p>}
      {token !== "" && !problem && <div class="waiting" aria-busy="true" />}
      {problem && <Alert problem={problem} />}
    </Page>
  );
}

function Invited({ token, invitation }: { token: string; invitation: InvitedView }) {
  const { account_name, email, role } = invitation;
  const send = async (textOf: (name: string) => string) => {
    await post("/auth/invitation/acceptance", { token, password: textOf("password") });
    await leaveFor("");
  };
  return (
    <Page title={`Join ${account_name}`} lead={`Your role is ${role}. ${roleDescriptions[role]}`}>
      <Form send={send} submit="Join">
        <Field name="email" label="Email address" autoComplete="username" value={email} readOnly />
        <NewPassword label="Password" />
      </Form>
    </Page>
  );
}
