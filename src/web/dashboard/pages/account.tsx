import { Card, SimpleGrid, Stack, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Fact, Facts } from "../components/facts.tsx";
import { Time } from "../components/time.tsx";
import { sessionQuery } from "../queries.ts";
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
            <Fact label="Created">
              <Time at={session.account.created_at} />
            </Fact>
          </Facts>
        </Stack>
      </Card>
      <RetentionCard />
    </SimpleGrid>
  );
}
