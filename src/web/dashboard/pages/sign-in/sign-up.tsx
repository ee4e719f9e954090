import { Anchor, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { SignUp } from "@/access/accounts/schema.ts";
import { post } from "../../../browser/api.ts";
import { Form } from "../../components/form.tsx";
import { NewPasswordInput } from "../../components/sign-in-fields.tsx";
import { StandalonePage } from "../../components/standalone-page.tsx";
import { sessionQuery, useAction } from "../../queries.ts";

export function SignUpPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm<SignUp>({
    mode: "uncontrolled",
    initialValues: { account_name: "", email: "", password: "" },
  });
  const signUp = useAction((input: SignUp) => post("/auth/sign-up", input), {
    changes: [],
    onDone: (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      void navigate({ to: "/$environment", params: { environment: "sandbox" } });
    },
  });
  return (
    <StandalonePage
      title="Create an account"
      lead="You can begin immediately. No approval needed."
      footer={
        <>
          Already have an account?{" "}
          <Anchor renderRoot={(props) => <Link to="/sign-in" search={{}} {...props} />}>Sign in</Anchor>
        </>
      }
    >
      <Form form={form} send={signUp.mutateAsync} submit="Create account">
        <TextInput
          label="Account name"
          description="Your company or project"
          autoComplete="organization"
          {...form.getInputProps("account_name")}
        />
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          {...form.getInputProps("email")}
        />
        <NewPasswordInput label="Password" {...form.getInputProps("password")} />
      </Form>
    </StandalonePage>
  );
}
