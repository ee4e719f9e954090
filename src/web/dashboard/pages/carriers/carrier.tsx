import { Group, Stack, Text } from "@mantine/core";
import { Outlet } from "@tanstack/react-router";
import { failedWebhooksMax } from "@/delivery/connections/carrier-webhooks/inbox.ts";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { ObjectError } from "../../components/object-error.tsx";
import { Page } from "../../components/page.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { humanize } from "../../format.ts";
import { CarrierState } from "./carrier-state.tsx";
import { useKindNames } from "./kinds.tsx";
import { isManaged, useCarrier } from "./use-carrier.ts";

/** The header of a carrier's pages. */
export function CarrierPage() {
  const { environment, carrierId, link, data: carrier, error } = useCarrier();
  const kindNames = useKindNames(environment);
  if (error && !carrier) return <ObjectError problem={error} kind="carrier" />;
  if (!carrier) return <PageSkeleton />;
  const { to: base } = link("/carriers/$carrierId");
  const tabs = [
    ...(carrier.kind === "fleet" ? [] : [{ label: "Health", to: base, isExact: true } as const]),
    ...(carrier.kind === "fleet" ? [{ label: "Rate card", to: `${base}/rate-card` as const }] : []),
    ...(carrier.receives_hooks ? [{ label: hooksLabel(carrier), to: `${base}/hooks` as const }] : []),
    ...(carrier.uses_tokens ? [{ label: "Tokens", to: `${base}/tokens` as const }] : []),
    { label: "Settings", to: `${base}/settings` as const },
  ] as const;
  return (
    <Page
      title={carrier.name}
      windowName={carrier.name}
      lead={
        <Group component="span" gap="sm">
          <CarrierState carrier={carrier} />
          <Text span size="sm">
            {kindNames.get(carrier.kind) ?? humanize(carrier.kind)}, {carrier.code}
          </Text>
        </Group>
      }
    >
      <Stack>
        {isManaged(carrier) && <TabLinks label="Carrier" tabs={tabs} params={{ carrierId }} />}
        <Outlet />
      </Stack>
    </Page>
  );
}

/** With how many of them need somebody. */
function hooksLabel({ failed_hooks: failed }: CarrierDetails): string {
  if (!failed) return "Webhooks";
  return `Webhooks (${failed === failedWebhooksMax ? `${failed}+` : failed} failed)`;
}
