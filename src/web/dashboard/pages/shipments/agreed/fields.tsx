import { Select, SimpleGrid, Text } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { useQueries } from "@tanstack/react-query";
import { isPickedCarrier, isPickedService, type Picks } from "@/delivery/lifecycle/quotes/picks.ts";
import type { Environment } from "@/infra/environment.ts";
import { get } from "@/web/browser/api.ts";
import { MoneyField } from "../../../components/money-field.tsx";
import { useMay } from "../../../permissions.ts";
import { useRead } from "../../../queries.ts";
import { serviceKey, serviceOf } from "./values.ts";

/** More own fleets than anybody has. */
const fleetsMax = 100;

interface AgreedFieldsProps {
  environment: Environment;
  /** To which the shipment is limited; left out: all. */
  picks?: Picks;
  field: (name: "service" | "price.amount") => GetInputPropsReturnType;
}

/** A service of an own fleet, and the price for it. */
export function AgreedFields({ environment, picks = {}, field }: AgreedFieldsProps) {
  const services = useAgreedServices(environment, picks);
  if (services?.length === 0) {
    return (
      <Text size="sm">
        {picks.carriers == null && picks.services == null
          ? "Add a rate card to your own fleet first: its services can have an agreed price."
          : "The shipment is limited to some carriers or services. No rate card of your fleets fits."}
      </Text>
    );
  }
  const { currency } = serviceOf(field("service").value ?? "");
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select label="Service" data={services ?? []} placeholder="Choose a service" {...field("service")} />
      <MoneyField
        label={currency ? `Price in ${currency}` : "Price"}
        currency={currency}
        isNamed
        {...field("price.amount")}
      />
    </SimpleGrid>
  );
}

/** Whether this person may book an own fleet at a price of their own. */
export function useMayAgree(): boolean {
  return useMay("assignments:write", "dispatch:write");
}

/** The services of the account's own fleets; undefined until they are read. */
function useAgreedServices(environment: Environment, picks: Picks) {
  const { data } = useRead("/platform/carriers", { environment, query: { limit: fleetsMax } });
  const fleets = (data?.data ?? []).filter(
    ({ kind, owner, status, services, ...identity }) =>
      kind === "fleet" &&
      owner === "account" &&
      status !== "paused" &&
      services.length > 0 &&
      isPickedCarrier(picks, identity),
  );
  return useQueries({
    queries: fleets.map(({ id }) => ({
      queryKey: [`/platform/carriers/${id}/rate-card`, environment, undefined],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        get(`/platform/carriers/${id}/rate-card`, { environment, signal }),
    })),
    combine: (cards) => {
      if (data === undefined || cards.some(({ isPending }) => isPending)) return undefined;
      return fleets.flatMap(({ id, name, services }, index) => {
        const currency = cards[index]?.data?.currency;
        if (currency === undefined) return [];
        return services
          .filter((service) => isPickedService(picks, service))
          .map(({ code, name: service }) => ({
            value: serviceKey({ carrier_id: id, service: code, currency }),
            label: fleets.length > 1 ? `${name}, ${service}` : service,
          }));
      });
    },
  });
}
