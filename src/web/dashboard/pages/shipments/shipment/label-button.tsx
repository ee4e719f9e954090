import { Button, Tooltip } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import type { AssignmentView } from "@/delivery/lifecycle/state/schema.ts";
import { addressOf } from "@/web/browser/api.ts";
import { useEnvironment } from "../../../environment.ts";

/** Why nobody can print the carrier's own label; undefined if it is here, or Waybill draws one. */
function hindranceOf({ label_status: status, carrier }: AssignmentView): string | undefined {
  if (status === "pending") return `${carrier.name} has not given its label yet.`;
  return status === "missing" ? `${carrier.name} gave no label.` : undefined;
}

interface LabelButtonProps {
  assignment: AssignmentView;
  pieces: number;
}

/** Opens the shipping labels, ready to print: one for each piece. */
export function LabelButton({ assignment, pieces }: LabelButtonProps) {
  const environment = useEnvironment();
  const hindrance = hindranceOf(assignment);
  const button = (
    <Button
      component="a"
      variant="default"
      leftSection={<IconPrinter size={16} />}
      href={addressOf(`/platform/shipments/${assignment.shipment_id}/label`, environment)}
      target="_blank"
      rel="noreferrer"
      {...(hindrance && {
        "data-disabled": true,
        "aria-disabled": true,
        title: hindrance,
        onClick: (event: React.MouseEvent) => event.preventDefault(),
      })}
    >
      {pieces === 1 ? "Label" : "Labels"}
    </Button>
  );
  return hindrance ? <Tooltip label={hindrance}>{button}</Tooltip> : button;
}
