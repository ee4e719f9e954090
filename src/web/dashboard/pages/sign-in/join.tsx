import { Anchor, Skeleton, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { InvitedView } from "@/access/people/schema.ts";
import { post } from "../../../browser/api.ts";
import { Form } from "../../components/form.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { NewPasswordInput } from "../../components/sign-in-fields.tsx";
import { StandalonePage, useLinkToken } from "../../components/standalone-page.tsx";
import { sessionQuery, useAction } from "../../queries.ts";
import { roleDescriptions } from "../settings/people/role-field.tsx";

/** The page behind the link of an invitation. */
export function JoinPage() {
  const token = useLinkToken();
  const { data: invitation, error } = useQuery({
    queryKey: ["/auth/invitation", token],
    queryFn: () => post("/auth/invitation", { token }),
    enabled: token !== "",
  });
  if (invitation) return <Invited token={token} invitation={invitation} />;
  return (
    <StandalonePage
      title="Join an account"
      footer={<Anchor renderRoot={(props) => <Link to="/sign-in" search={{}} {...props} />}>Sign in</Anchor>}
    >
      {token === "" && <Text>Open this page with the link of your invitation.</Text>}
      {token !== "" && !error && <Skeleton h={120} aria-busy="true" />}
      <ProblemAlert problem={error} />
    </StandalonePage>
  );
}

function Invited({ token, invitation }: { token: string; invitation: InvitedView }) {
  const { account_name, email, role } = invitation;
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" } });
  const join = useAction(
    (input: { password: string }) => post("/auth/invitation/acceptance", { token, ...input }),
    {
      changes: [],
      onDone: (session) => {
        client.setQueryData(sessionQuery.queryKey, session);
        void navigate({ to: "/" });
      },
    },
  );
  return (
    <StandalonePage title={`Join ${account_name}`} lead={`Your role is ${role}. ${roleDescriptions[role]}`}>
      <Form form={form} send={join.mutateAsync} submit="Join">
        <TextInput label="Email address" autoComplete="username" value={email} readOnly />
        <NewPasswordInput label="Password" {...form.getInputProps("password")} />
      </Form>
    </StandalonePage>
  );
}
