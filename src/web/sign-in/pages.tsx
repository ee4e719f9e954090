/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { post } from "../browser/api.ts";
import { isProblem } from "../browser/problem.ts";
import { returnTo } from "../browser/session.ts";
import { Field, Form, NewPassword } from "./form.tsx";
import { leaveFor, Page, useLinkToken } from "./page.tsx";

const signIn = <a href="/dashboard/sign-in">Sign in</a>;

/** Asks for the code of the second factor in a second step, from whoever has one. */
export function SignInPage() {
  const [known, setKnown] = useState<{ email: string; password: string }>();
  const from = returnTo(new URLSearchParams(location.search).get("from"));
  // Whether the installation has no operator yet, as the server said when the page was loaded.
  const isSetUpDue = document.querySelector("meta[name=waybill-set-up]") !== null;
  const send = async (textOf: (name: string) => string) => {
    const given = known ?? { email: textOf("email"), password: textOf("password") };
    try {
      await post("/auth/sign-in", known ? { ...given, code: textOf("code") } : given);
    } catch (error) {
      if (!isProblem(error) || error.code !== "second_factor_required") throw error;
      setKnown(given);
      return;
    }
    // The server never sees what follows the `#`: the browser kept it when it was sent here.
    await leaveFor(from === undefined ? "" : from + location.hash);
  };
  return (
    <Page
      title="Sign in"
      footer={
        <>
          New here? <a href="/dashboard/sign-up">Create an account</a>
          {isSetUpDue && (
            <>
              <br />
              First start? Open the set-up link that Waybill printed.
            </>
          )}
        </>
      }
    >
      <Form send={send} submit="Sign in">
        {known ? (
          <Field
            key="code"
            name="code"
            label="Code"
            description="From your authenticator app, or one of your recovery codes"
            autoComplete="one-time-code"
            isNext
          />
        ) : (
          <>
            <Field name="email" type="email" label="Email address" autoComplete="username" />
            <Field name="password" type="password" label="Password" autoComplete="current-password" />
            <a class="small" href="/dashboard/forgot-password">
              Forgot your password?
            </a>
          </>
        )}
      </Form>
    </Page>
  );
}

export function SignUpPage() {
  const send = async (textOf: (name: string) => string) => {
    await post("/auth/sign-up", {
      account_name: textOf("account_name"),
      email: textOf("email"),
      password: textOf("password"),
    });
    await leaveFor("/sandbox");
  };
  return (
    <Page
      title="Create an account"
      lead="You can begin immediately. No approval needed."
      footer={<>Already have an account? {signIn}</>}
    >
      <Form send={send} submit="Create account">
        <Field
          name="account_name"
          label="Account name"
          description="Your company or project"
          autoComplete="organization"
        />
        <Field name="email" type="email" label="Email address" autoComplete="username" />
        <NewPassword label="Password" />
      </Form>
    </Page>
  );
}

/** Sends a link to set a new password. It says the same whoever has the address. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const backToSignIn = <a href="/dashboard/sign-in">Back to sign-in</a>;
  if (sentTo !== undefined) {
    return (
      <Page title="Check your email" footer={backToSignIn}>
        <p role="status">
          If {sentTo} belongs to somebody here, a link is on its way. It works once, for one hour.
        </p>
        <p class="quiet">
          Nothing came? Look in the spam folder, or ask the operator of this installation for a link.
        </p>
      </Page>
    );
  }
  const send = async (textOf: (name: string) => string) => {
    await post("/auth/password-reset", { email: textOf("email") });
    setSentTo(textOf("email"));
  };
  return (
    <Page
      title="Forgot your password?"
      lead="Waybill sends you a link to set a new one."
      footer={backToSignIn}
    >
      <Form send={send} submit="Send link">
        <Field name="email" type="email" label="Email address" autoComplete="username" />
      </Form>
    </Page>
  );
}

/** The page behind the link that sets a new password. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Page title="Password changed" lead="Your sessions in all browsers have ended.">
        {signIn}
      </Page>
    );
  }
  const send = async (textOf: (name: string) => string) => {
    await post("/auth/password-reset/confirmation", { token, password: textOf("password") });
    setDone(true);
  };
  return (
    <Page title="Set a new password" footer={<a href="/dashboard/forgot-password">Request a new link</a>}>
      {token === "" ? (
        <p>Open this page with the link from the email.</p>
      ) : (
        <Form send={send} submit="Set password">
          <NewPassword label="New password" />
        </Form>
      )}
    </Page>
  );
}

/** The page behind the mailed link. Mail scanners open links but press no buttons, so they do not use up the token. */
export function VerifyEmailPage() {
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Page title="Email address verified" lead="Waybill sends notices to this address.">
        <a href="/dashboard">Open the dashboard</a>
      </Page>
    );
  }
  const send = async () => {
    await post("/auth/email-verification/confirmation", { token });
    setDone(true);
  };
  return (
    <Page title="Verify your email address" lead="Waybill sends notices to verified addresses only.">
      {token === "" ? (
        <p>Open this page with the link from the email. Sign in to request a new link.</p>
      ) : (
        <Form send={send} submit="Verify address" />
      )}
    </Page>
  );
}
