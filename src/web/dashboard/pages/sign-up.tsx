import { Anchor, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { passwordLengthMin } from "../../../access/accounts/account.ts";
import type { SessionView, SignUp } from "../../../access/accounts/schema.ts";
import { post } from "../api.ts";
import { Door } from "../components/door.tsx";
import { Form } from "../components/form.tsx";
import { issueFirstKey } from "../first-key.ts";
import { sessionQuery, useAction } from "../queries.ts";

export function SignUpPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm<SignUp>({
    mode: "uncontrolled",
    initialValues: { account_name: "", email: "", password: "" },
  });
  const signUp = useAction(
    async (input: SignUp) => {
      const session = await post<SessionView>("/auth/sign-up", input);
      await issueFirstKey(client);
      return session;
    },
    {
      changes: [],
      onDone: (session) => {
        client.setQueryData(sessionQuery.queryKey, session);
        void navigate({ to: "/$environment", params: { environment: "sandbox" } });
      },
    },
  );
  return (
    <Door
      title="Create an account"
      lead="A sandbox key is ready at once; nobody has to approve anything."
      footer={
        <>
          Have one already?{" "}
          <Anchor renderRoot={(props) => <Link to="/sign-in" search={{}} {...props} />}>Sign in</Anchor>
        </>
      }
    >
      <Form form={form} send={signUp.mutateAsync} submit="Create account">
        <TextInput
          label="Name of the account"
          description="Your company or project"
          autoComplete="organization"
          {...form.getInputProps("account_name")}
        />
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          description={`At least ${passwordLengthMin} characters; a few words are fine`}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
      </Form>
    </Door>
  );
}
