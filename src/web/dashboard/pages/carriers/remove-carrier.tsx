import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { remove } from "../../../browser/api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { useAction } from "../../queries.ts";
import { useCarrier } from "./use-carrier.ts";

export function RemoveCarrier({ carrier, onClose }: { carrier: CarrierDetails; onClose: () => void }) {
  const { path, call, changes, link } = useCarrier();
  const navigate = useNavigate();
  const removeCarrier = useAction(() => remove(path, call), {
    changes,
    success: `${carrier.name} deleted.`,
    onDone: () => void navigate(link("/carriers")),
  });
  return (
    <ConfirmByName
      title={`Delete ${carrier.name}`}
      name={carrier.name}
      submit="Delete carrier"
      send={() => removeCarrier.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        Waybill withdraws its open quotes and deletes its settings and tokens. Past deliveries keep its name.
        A carrier with deliveries under way cannot be deleted: pause it first. This cannot be undone.
      </Text>
    </ConfirmByName>
  );
}
