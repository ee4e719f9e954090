import { Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { QuotesAnswer } from "@/delivery/lifecycle/quotes/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { Permitted } from "../../../components/permitted.tsx";
import { EnterPrice } from "../agreed/enter-price.tsx";
import { useMayAgree } from "../agreed/fields.tsx";
import type { StopName } from "../new/stop-fields.tsx";
import { adviceFor, firstFieldOf, type Remedy, unpinnedStopOf } from "./advice.ts";
import { Duplicate } from "./duplicate.tsx";

interface NoQuotesProps {
  shipment: ShipmentView;
  unavailable: QuotesAnswer["unavailable"];
  /** Opens the form that edits the shipment, at a field. */
  onEdit: (first: string) => void;
  /** Opens the dialog that sets the pin of a stop. */
  onPin: (stop: StopName) => void;
}

/** That no carrier made an offer, and what to do about it. */
export function NoQuotes(props: NoQuotesProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {noQuotesText(props.unavailable)}
      </Text>
      <AdviceList {...props} />
    </Stack>
  );
}

/** What to do about the reasons of carriers, each with its button. */
export function AdviceList({ shipment, unavailable, onEdit, onPin }: NoQuotesProps) {
  return (
    <Stack gap="xs">
      {adviceFor(shipment, unavailable).map(({ remedy, text }) => (
        <Group key={text} gap="sm">
          <Text size="sm">{text}</Text>
          <RemedyButton shipment={shipment} remedy={remedy} onEdit={onEdit} onPin={onPin} />
        </Group>
      ))}
    </Stack>
  );
}

/** Waiting has no button here: the section has it. */
function RemedyButton({
  shipment,
  remedy,
  onEdit,
  onPin,
}: Omit<NoQuotesProps, "unavailable"> & { remedy: Remedy }) {
  const { environment } = shipment;
  switch (remedy) {
    case "wait":
      return null;
    case "pin":
      return <PlaceRemedies shipment={shipment} onPin={onPin} />;
    case "carriers":
      return (
        <Permitted needs={["carriers:write"]}>
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/$environment/carriers/new" params={{ environment }} {...props} />
            )}
          >
            Add a carrier
          </Button>
        </Permitted>
      );
    case "copy":
      return (
        <Permitted needs={["shipments:write"]}>
          <Duplicate shipment={shipment} size="xs">
            Duplicate and change
          </Duplicate>
        </Permitted>
      );
    default:
      return (
        <Permitted needs={["shipments:write"]}>
          <Button size="xs" onClick={() => onEdit(firstFieldOf(remedy, shipment))}>
            {remedy === "window" ? "Change the time window" : "Fix the address"}
          </Button>
        </Permitted>
      );
  }
}

/** What helps where the place is not known: its pin, or a price without it. */
function PlaceRemedies({ shipment, onPin }: Pick<NoQuotesProps, "shipment" | "onPin">) {
  const [isPricing, setPricing] = useState(false);
  const mayAgree = useMayAgree();
  const stop = unpinnedStopOf(shipment);
  return (
    <>
      {stop && (
        <Permitted needs={["shipments:write"]}>
          <Button size="xs" onClick={() => onPin(stop)}>
            Set the pin
          </Button>
        </Permitted>
      )}
      {mayAgree && (
        <Button size="xs" variant="default" onClick={() => setPricing(true)}>
          Enter a price
        </Button>
      )}
      {isPricing && <EnterPrice shipment={shipment} onClose={() => setPricing(false)} />}
    </>
  );
}

/** Names the reason where all carriers have the same one; the reasons of each stand below. */
function noQuotesText(unavailable: QuotesAnswer["unavailable"]): string {
  const reasons = new Set(unavailable.map(({ message }) => message));
  const [reason] = reasons;
  return reasons.size === 1 && reason !== undefined
    ? `No carrier can take this shipment: ${reason}`
    : "No carrier can take this shipment. The reasons are below.";
}
