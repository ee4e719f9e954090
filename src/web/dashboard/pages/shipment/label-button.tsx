import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { addressOf } from "../../api.ts";
import { useEnvironment } from "../../environment.ts";

/** Opens the shipping label as PDF, ready to print. */
export function LabelButton({ shipmentId }: { shipmentId: string }) {
  const environment = useEnvironment();
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<IconPrinter size={16} />}
      href={addressOf(`/platform/shipments/${shipmentId}/label`, environment)}
      target="_blank"
      rel="noreferrer"
    >
      Label
    </Button>
  );
}
