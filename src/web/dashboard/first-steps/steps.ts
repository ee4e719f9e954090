import type { LinkProps } from "@tanstack/react-router";
import type { Purpose } from "@/access/accounts/account.ts";

/** The way from an empty account to its first delivery in live: a page for each step. Pure. */

export interface FirstStep {
  name: string;
  /** What to do, in one sentence. */
  lead: string;
  isDone: boolean;
  /** The page that does it. */
  link: LinkProps;
}

/** What the account has in live. */
export interface Found {
  /** Its own fleets, the first one first. */
  fleets: readonly { id: string; hasPrices: boolean }[];
  hasCarriers: boolean;
  hasDrivers: boolean;
  /** The newest shipment. */
  shipmentId: string | undefined;
  isBooked: boolean;
  isDelivered: boolean;
}

const live = { environment: "live" } as const;

export function firstStepsOf(purpose: Exclude<Purpose, "test">, found: Found): FirstStep[] {
  return purpose === "own_fleet" ? fleetSteps(found) : carrierSteps(found);
}

function fleetSteps(found: Found): FirstStep[] {
  const { fleets, hasDrivers, isDelivered } = found;
  const fleet = fleets.find(({ hasPrices }) => !hasPrices) ?? fleets[0];
  return [
    {
      name: "Fleet",
      lead: "Name your fleet: senders and recipients see it.",
      isDone: fleets.length > 0,
      link: { to: "/$environment/carriers/new", params: live, search: { kind: "fleet" } },
    },
    {
      name: "Riders",
      lead: "Add a rider. Then connect the rider's phone with a link.",
      isDone: hasDrivers,
      link: { to: "/$environment/drivers/new", params: live },
    },
    {
      name: "Prices",
      lead: "Say what a delivery costs. One price for all of the country is enough to begin with.",
      isDone: fleets.some(({ hasPrices }) => hasPrices),
      link: fleet
        ? { to: "/$environment/carriers/$carrierId/rate-card", params: { ...live, carrierId: fleet.id } }
        : { to: "/$environment/carriers", params: live },
    },
    orderStep(found, "Enter an order and choose its rider."),
    {
      name: "First delivery",
      lead: "The rider picks up and hands over on the phone. Watch it here, or report it for the rider.",
      isDone: isDelivered,
      link: shipmentLink(found),
    },
  ];
}

function carrierSteps(found: Found): FirstStep[] {
  return [
    {
      name: "Carrier",
      lead: "Connect Karrio, EasyPost, or a carrier of your own over HTTP.",
      isDone: found.hasCarriers,
      link: { to: "/$environment/carriers/new", params: live, search: { kind: "karrio" } },
    },
    orderStep(found, "Enter an order. Carriers quote immediately, and nothing is booked yet."),
    {
      name: "First booking",
      lead: "Compare the quotes and accept one. Waybill then books the carrier.",
      isDone: found.isBooked,
      link: shipmentLink(found),
    },
  ];
}

function orderStep({ shipmentId }: Found, lead: string): FirstStep {
  return {
    name: "First order",
    lead,
    isDone: shipmentId !== undefined,
    link: { to: "/$environment/shipments/new", params: live },
  };
}

function shipmentLink({ shipmentId }: Found): LinkProps {
  return shipmentId === undefined
    ? { to: "/$environment/shipments", params: live }
    : { to: "/$environment/shipments/$shipmentId", params: { ...live, shipmentId } };
}
