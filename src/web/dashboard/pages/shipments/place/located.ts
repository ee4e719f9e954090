import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { post } from "@/web/browser/api.ts";
import { useEnvironment } from "../../../environment.ts";
import { useMay } from "../../../permissions.ts";

/** An address in the fields of a form. */
export interface TypedAddress {
  line1: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
}

const typingMs = 300;

/** What Waybill knows of an address while somebody types it: nothing until street, town and country are there. */
export function useLocated(address: TypedAddress) {
  const environment = useEnvironment();
  const may = useMay("shipments:write");
  const [settled] = useDebouncedValue(JSON.stringify(address), typingMs);
  const asked: TypedAddress = JSON.parse(settled);
  const canAsk = isWhole(asked);
  const { data } = useQuery({
    queryKey: ["/platform/geocoding/place", environment, settled],
    queryFn: ({ signal }) => post("/platform/geocoding/place", addressOf(asked), { environment, signal }),
    enabled: may && canAsk,
    // A word beside the form: the shipment itself says what is wrong with its address.
    retry: false,
  });
  return {
    located: canAsk ? data : undefined,
    /** Whether it is of what is typed now. */
    isSettled: settled === JSON.stringify(address),
  };
}

/** Whether it has what an address needs. */
export function isWhole({ line1, city, country }: TypedAddress): boolean {
  return line1.trim() !== "" && city.trim() !== "" && country !== "";
}

function addressOf({ line1, city, state, postal_code, country }: TypedAddress) {
  return { line1, city, country, state: state || null, postal_code: postal_code || null };
}
