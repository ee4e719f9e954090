import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { Rider } from "./booking.ts";

/** Why a new order has no carrier, or no rider. It stays in memory: after a reload the page's own state says enough. */

export interface Unbooked {
  code: string;
  title: string;
  detail: string;
  /** Who should have it. */
  rider: Rider | undefined;
}

const keyOf = (shipmentId: string) => ["unbooked", shipmentId];

export function keepUnbooked(client: QueryClient, shipmentId: string, unbooked: Unbooked): void {
  client.setQueryData(keyOf(shipmentId), unbooked);
}

export function useUnbooked(shipmentId: string): Unbooked | undefined {
  return useQuery<Unbooked>({ queryKey: keyOf(shipmentId), enabled: false, gcTime: Infinity }).data;
}
