import { Text } from "@mantine/core";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Section } from "../../components/section.tsx";
import { humanize } from "../../format.ts";
import { labelOf } from "../../settings-schema.ts";
import { useKinds } from "./kinds.tsx";
import { isManaged, useCarrier } from "./use-carrier.ts";

const proofNames = {
  signature: "Signature",
  photo: "Photo",
  pin: "PIN",
  min_age: "Minimum age",
} as const satisfies Record<CarrierDetails["proves"][number], string>;

export function CarrierAbilities({ carrier }: { carrier: CarrierDetails }) {
  const { environment } = useCarrier();
  const { capabilities, proves, services } = carrier;
  const unnamed = carrier.kind === "fleet" ? "None yet: add a rate card" : "Named in each quote";
  const kind = useKinds(environment)?.find(({ code }) => code === carrier.kind);
  const signature = kind?.settings_schema.properties.signature;
  return (
    <Section title="What it can do">
      <Facts>
        <Fact label="Services">{services.map(({ name }) => name).join(", ") || unnamed}</Fact>
        <Fact label="Supports">{capabilities.map(humanize).join(", ") || "Bookings only"}</Fact>
        <Fact label="Can prove">
          {proves.map((proof) => proofNames[proof]).join(", ") || "Nothing"}
          {proves.length === 0 && signature && isManaged(carrier) && (
            <Text size="sm" c="dimmed">
              Turn on {labelOf("signature", signature)} in Settings if your carrier collects one.
            </Text>
          )}
        </Fact>
      </Facts>
    </Section>
  );
}
