import { Group, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconPackage, IconSteeringWheel, IconTerminal2 } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Purpose } from "@/access/accounts/account.ts";
import { get, patch } from "../../../browser/api.ts";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { useEnvironment } from "../../environment.ts";
import { createFirstKey } from "../../first-key.ts";
import { purposeChanges, purposeNames } from "../../first-steps/purpose.ts";
import { useAction } from "../../queries.ts";

const choices = [
  {
    purpose: "own_fleet",
    icon: IconSteeringWheel,
    text: "Your riders, your prices, and your first order. Nothing to program.",
  },
  { purpose: "carriers", icon: IconPackage, text: "Connect Karrio, EasyPost or your own carrier, and send." },
  {
    purpose: "test",
    icon: IconTerminal2,
    text: "A sandbox key, simulated carriers and webhooks. Nothing costs money.",
  },
] as const satisfies { purpose: Purpose; icon: unknown; text: string }[];

/** Asks a new account once what it is for, and leads there. */
export function ChoosePurpose() {
  const environment = useEnvironment();
  const client = useQueryClient();
  const navigate = useNavigate();
  const choose = useAction(
    async (purpose: Purpose) => {
      await patch("/platform/account", { purpose }, { environment });
      if (purpose === "test") await createFirstKeyOnce();
      return purpose;
    },
    {
      changes: purposeChanges,
      onDone: (purpose) => {
        if (purpose === "test") {
          return void navigate({ to: "/$environment", params: { environment: "sandbox" } });
        }
        void navigate({
          to: "/$environment/carriers/new",
          params: { environment: "live" },
          search: { kind: purpose === "own_fleet" ? "fleet" : "karrio" },
        });
      },
    },
  );
  /** Who has a key already gets no other. */
  async function createFirstKeyOnce() {
    const keys = await get("/keys", { query: { environment: "sandbox", limit: 1 } });
    if (keys.data.length === 0) await createFirstKey(client);
  }
  return (
    <Section
      title="What do you use Waybill for?"
      lead="It decides what comes next. You can change it under Settings."
    >
      <ActionProblem problem={choose.error} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {choices.map(({ purpose, icon: Icon, text }) => (
          <UnstyledButton
            key={purpose}
            className="purpose"
            disabled={choose.isPending}
            onClick={() => choose.mutate(purpose)}
          >
            <Group wrap="nowrap" align="start" gap="sm">
              <Icon size={24} stroke={1.7} aria-hidden />
              <Stack gap={4}>
                <Text fw={650}>{purposeNames[purpose]}</Text>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </Stack>
            </Group>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Section>
  );
}
