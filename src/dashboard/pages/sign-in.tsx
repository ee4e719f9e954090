import { Anchor, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { SessionView, SignIn } from "../../accounts/schema.ts";
import { post } from "../api.ts";
import { Door } from "../components/door.tsx";
import { Form } from "../components/form.tsx";
import { lastEnvironment } from "../environment.ts";
import { sessionQuery, useAction } from "../queries.ts";

const route = getRouteApi("/sign-in");

/** Whether nobody runs the installation yet, as the page was told when it was loaded. */
const isSetUpDue = document.querySelector("meta[name=waybill-set-up]") !== null;

export function SignInPage() {
  const { from } = route.useSearch();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm<SignIn>({ mode: "uncontrolled", initialValues: { email: "", password: "" } });
  const signIn = useAction((input: SignIn) => post<SessionView>("/auth/sign-in", input), {
    changes: [],
    onDone: (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      if (from !== undefined) void navigate({ href: from, replace: true });
      else void navigate({ to: "/$environment", params: { environment: lastEnvironment() } });
    },
  });
  return (
    <Door
      title="Sign in"
      lead="To your shipments, keys and webhooks."
      footer={
        <>
          New here?{" "}
          <Anchor renderRoot={(props) => <Link to="/sign-up" {...props} />}>Create an account</Anchor>
          {isSetUpDue && (
            <>
              <br />
              Your own installation? Open the set-up link that Waybill printed when it started.
            </>
          )}
        </>
      }
    >
      <Form form={form} send={signIn.mutateAsync} submit="Sign in">
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          {...form.getInputProps("email")}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps("password")} />
      </Form>
    </Door>
  );
}
