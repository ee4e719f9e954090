import { SimpleGrid } from "@mantine/core";
import type { AccountView } from "../../../delivery/account/schema.ts";
import { Fact, Facts } from "../components/facts.tsx";
import { ProblemAlert } from "../components/problem.tsx";
import { Section } from "../components/section.tsx";
import { PageSkeleton } from "../components/skeleton.tsx";
import { Time } from "../components/time.tsx";
import { useEnvironment } from "../environment.ts";
import { useRead } from "../queries.ts";
import { DeletionSection } from "./account/deletion.tsx";
import { Retention } from "./account/retention.tsx";

export function AccountPage() {
  const environment = useEnvironment();
  const { data: account, error } = useRead<AccountView>("/platform/account", { environment });
  if (error && !account) return <ProblemAlert problem={error} />;
  if (!account) return <PageSkeleton />;
  return (
    <>
      <Section title="Account">
        <Facts>
          <Fact label="Name">{account.name}</Fact>
          <Fact label="Id" isCode>
            {account.id}
          </Fact>
          <Fact label="Created">
            <Time at={account.created_at} />
          </Fact>
        </Facts>
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <Retention account={account} />
        <DeletionSection account={account} />
      </SimpleGrid>
    </>
  );
}
