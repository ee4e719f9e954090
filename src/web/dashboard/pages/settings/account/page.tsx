import { SimpleGrid, Stack } from "@mantine/core";
import { ProblemAlert } from "../../../components/problem.tsx";
import { PageSkeleton } from "../../../components/skeleton.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useRead } from "../../../queries.ts";
import { BookAtOnce } from "./book-at-once.tsx";
import { DeletionSection } from "./deletion.tsx";
import { ExportSection } from "./export.tsx";
import { LanguageAndUnits } from "./language-and-units.tsx";
import { LaterCharges } from "./later-charges.tsx";
import { Profile } from "./profile.tsx";
import { PurposeSection } from "./purpose.tsx";
import { RecipientMail } from "./recipient-mail.tsx";
import { Retention } from "./retention.tsx";

export function AccountPage() {
  const environment = useEnvironment();
  const { data: account, error } = useRead("/platform/account", { environment });
  if (error && !account) return <ProblemAlert problem={error} />;
  if (!account) return <PageSkeleton />;
  return (
    <>
      <Profile account={account} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <Stack gap="lg">
          <RecipientMail account={account} />
          <Retention account={account} />
          <PurposeSection />
        </Stack>
        <Stack gap="lg">
          <LanguageAndUnits account={account} />
          <BookAtOnce account={account} />
          <LaterCharges account={account} />
          <ExportSection />
          <DeletionSection account={account} />
        </Stack>
      </SimpleGrid>
    </>
  );
}
