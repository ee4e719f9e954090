import { Card, PasswordInput, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSuspenseQuery } from "@tanstack/react-query";
import { passwordLengthMin } from "../../../access/accounts/account.ts";
import type { ChangePassword } from "../../../access/accounts/schema.ts";
import { post } from "../api.ts";
import { Fact, Facts } from "../components/facts.tsx";
import { Form } from "../components/form.tsx";
import { Time } from "../components/time.tsx";
import { sessionQuery, useAction } from "../queries.ts";
import { RetentionCard } from "./account/retention.tsx";

export function AccountPage() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Card withBorder padding="lg">
        <Stack>
          <Title order={2}>Account</Title>
          <Facts>
            <Fact label="Name">{session.account.name}</Fact>
            <Fact label="Id" isCode>
              {session.account.id}
            </Fact>
            <Fact label="Your email address">{session.user.email}</Fact>
            <Fact label="Created">
              <Time at={session.account.created_at} />
            </Fact>
            <Fact label="Signed in until">
              <Time at={session.expires_at} />
            </Fact>
          </Facts>
        </Stack>
      </Card>
      <PasswordCard />
      <RetentionCard />
    </SimpleGrid>
  );
}

function PasswordCard() {
  const form = useForm<ChangePassword>({
    mode: "uncontrolled",
    initialValues: { current_password: "", new_password: "" },
  });
  const change = useAction((input: ChangePassword) => post("/auth/password", input), {
    changes: ["/auth/sessions", "/audit"],
    success: "Password changed. Your other sessions have ended.",
    onDone: () => form.reset(),
  });
  return (
    <Card withBorder padding="lg">
      <Stack>
        <div>
          <Title order={2}>Password</Title>
          <Text size="sm" c="dimmed">
            Changing your password ends your sessions in all other browsers.
          </Text>
        </div>
        <Form form={form} send={change.mutateAsync} submit="Change password">
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            key={form.key("current_password")}
            {...form.getInputProps("current_password")}
          />
          <PasswordInput
            label="New password"
            description={`At least ${passwordLengthMin} characters`}
            autoComplete="new-password"
            key={form.key("new_password")}
            {...form.getInputProps("new_password")}
          />
        </Form>
      </Stack>
    </Card>
  );
}
