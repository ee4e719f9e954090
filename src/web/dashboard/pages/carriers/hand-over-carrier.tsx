import { List, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { post } from "../../../browser/api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { useAction } from "../../queries.ts";
import { sideOf } from "../../side.ts";
import { carrierChanges, useCarrier } from "./use-carrier.ts";

/** An account's fleet becomes the installation's, after its operator has read what follows. */
export function HandOverCarrier({ carrier, onClose }: { carrier: CarrierDetails; onClose: () => void }) {
  const { environment, changes } = useCarrier();
  const navigate = useNavigate();
  const handOver = useAction(
    (_: undefined, idempotencyKey) =>
      post(
        `/platform/carriers/${carrier.id}/handover`,
        {},
        { environment, ifVersion: carrier.version, idempotencyKey },
      ),
    {
      changes: [
        ...changes,
        ...carrierChanges(sideOf(environment, true)),
        "/operator/drivers",
        "/platform/drivers",
      ],
      success: `${carrier.name} is the installation's now.`,
      onDone: ({ id }) =>
        void navigate({
          to: "/$environment/operator/carriers/$carrierId/settings",
          params: { environment, carrierId: id },
        }),
    },
  );
  return (
    <ConfirmByName
      title={`Hand over ${carrier.name}`}
      name={carrier.name}
      submit="Hand over"
      send={() => handOver.mutateAsync(undefined)}
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        <List.Item>
          You manage it under Operator → Carriers, and its jobs under Operator → Dispatch.
        </List.Item>
        <List.Item>Every account here may use it. You can name fewer in its settings.</List.Item>
        <List.Item>Its rate card, its drivers and their connected phones stay.</List.Item>
        <List.Item>Its tokens and open links end: create new ones.</List.Item>
        <List.Item>Your deliveries and charges so far stay. The installation bills new ones.</List.Item>
      </List>
      <Text size="sm">Its deliveries under way must have ended. This cannot be undone.</Text>
    </ConfirmByName>
  );
}
