import { Anchor, Stack, Tabs, Text } from "@mantine/core";
import { Section } from "../../components/section.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { pathOf, useEndpoint } from "./endpoints.ts";
import { ListenHint } from "./listen-hint.tsx";
import { samplesFor, secretVariable } from "./samples.ts";

export function WebhookVerificationPage() {
  const { environment, data: webhook } = useEndpoint();
  if (!webhook) return null;
  const samples = samplesFor(webhook.url);
  return (
    <>
      <Section
        title="Verify signatures"
        lead={
          <>
            Waybill signs every delivery according to{" "}
            <Anchor inherit href="https://www.standardwebhooks.com" rel="noreferrer">
              Standard Webhooks
            </Anchor>
            . Verify the raw bytes of the body before you parse it.
          </>
        }
      >
        <Tabs defaultValue={samples[0]?.language ?? null} keepMounted={false}>
          <Tabs.List aria-label="Languages">
            {samples.map(({ language }) => (
              <Tabs.Tab key={language} value={language}>
                {language}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {samples.map(({ language, run, code }) => (
            <Tabs.Panel key={language} value={language} pt="md">
              <Stack>
                <Snippet label={`Receiver in ${language}`} text={code} />
                <Snippet label="Run it" text={`export ${secretVariable}=whsec_…\n${run}`} />
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
        <Text size="sm" c="dimmed">
          The secret was shown when you added the endpoint. Rotate it in the settings to get a new one.
        </Text>
      </Section>
      {environment === "sandbox" && <ListenHint path={pathOf(webhook.url)} />}
    </>
  );
}
