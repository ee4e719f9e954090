import { Anchor, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SignIn } from "../../../access/accounts/schema.ts";
import { post } from "../../browser/api.ts";
import { isProblem } from "../../browser/problem.ts";
import { sessionQuery, useAction } from "../queries.ts";
import { Form } from "./form.tsx";
import { CodeField } from "./sign-in-fields.tsx";

interface SignInFormProps {
  /** Of the person who was signed in. */
  email: string;
  onDone: () => void;
}

interface Values extends Record<string, unknown> {
  email: string;
  password: string;
  code: string;
}

/** Asks for the code of the second factor in a second step, from whoever has one. */
export function SignInForm({ email, onDone }: SignInFormProps) {
  const client = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm<Values>({ mode: "uncontrolled", initialValues: { email, password: "", code: "" } });
  const signIn = useAction((input: SignIn) => post("/auth/sign-in", input), {
    changes: [],
    onDone: (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      onDone();
    },
  });
  const send = async ({ code, ...credentials }: Values) => {
    try {
      await signIn.mutateAsync(needsCode ? { ...credentials, code } : credentials);
    } catch (error) {
      if (!isProblem(error) || error.code !== "second_factor_required") throw error;
      setNeedsCode(true);
    }
  };
  return (
    <Form form={form} send={send} submit="Sign in">
      {needsCode ? (
        <CodeField ref={focus} {...form.getInputProps("code")} />
      ) : (
        <>
          <TextInput
            label="Email address"
            type="email"
            autoComplete="username"
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
          {/* The page behind the form keeps what was typed there. */}
          <Anchor size="sm" target="_blank" href="/dashboard/forgot-password">
            Forgot your password?
          </Anchor>
        </>
      )}
    </Form>
  );
}

function focus(field: HTMLElement | null): void {
  field?.focus();
}
