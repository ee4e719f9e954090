import { SimpleGrid, Stack, Title } from "@mantine/core";
import { Section } from "../../../components/section.tsx";
import { ShortcutsSwitch } from "../../../finder/help.tsx";
import { EmailSection } from "./email.tsx";
import { NotificationsSection } from "./notifications.tsx";
import { PasswordSection } from "./password.tsx";
import { SecondFactorSection } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** What belongs to the person alone, whatever the role. */
export function YourSignInPage() {
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <EmailSection />
          <PasswordSection />
        </Stack>
        <Stack gap="lg">
          <SecondFactorSection />
          <NotificationsSection />
          <ShortcutsSection />
        </Stack>
      </SimpleGrid>
      <Title order={2}>Sessions</Title>
      <Sessions />
    </>
  );
}

/** Keys of the dashboard, per browser. */
function ShortcutsSection() {
  return (
    <Section title="Keyboard" lead="Press ? on any page for the list of shortcuts.">
      <ShortcutsSwitch />
    </Section>
  );
}
