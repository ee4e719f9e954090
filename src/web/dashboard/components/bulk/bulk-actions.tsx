import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { nameOfShipment } from "../../format.ts";
import { saveCsv } from "../../save-file.ts";
import { Permitted } from "../permitted.tsx";
import { AcceptMany } from "./accept-many.tsx";
import { bulkMax, shipmentsCsv } from "./bulk.ts";
import { CancelMany } from "./cancel-many.tsx";
import { LaterButton } from "./later-button.tsx";
import { PrintMany } from "./print-many.tsx";
import type { BulkPlace } from "./words.ts";

interface BulkActionsProps {
  place: BulkPlace;
  selection: readonly ListedShipmentView[];
  /** What failed stays selected. */
  keep(ids: readonly string[]): void;
  /** What else a page can do with them, first. */
  children?: ReactNode;
}

/** What can be done with the selected shipments. */
export function BulkActions({ place, selection, keep, children }: BulkActionsProps) {
  /** The dialog, with what was selected when it opened. */
  const [dialog, setDialog] = useState<{
    kind: "accept" | "cancel" | "print";
    shipments: readonly ListedShipmentView[];
  }>();
  const count = selection.length;
  const isTooMany = count > bulkMax;
  const close = () => setDialog(undefined);
  return (
    <>
      {count > 0 && (
        <Group gap="xs" role="group" aria-label="Selected shipments">
          <Text size="sm">
            {count} selected{isTooMany && `, at most ${bulkMax} at a time`}
          </Text>
          {children}
          <Permitted needs={["dispatch:write", "assignments:write"]}>
            <Button
              size="xs"
              variant="default"
              disabled={isTooMany}
              onClick={() => setDialog({ kind: "accept", shipments: selection })}
            >
              Accept…
            </Button>
          </Permitted>
          <Permitted needs={["dispatch:write", "shipments:write"]}>
            <Button
              size="xs"
              variant="default"
              disabled={isTooMany}
              onClick={() => setDialog({ kind: "cancel", shipments: selection })}
            >
              Cancel…
            </Button>
          </Permitted>
          <LaterButton
            ids={selection.map(({ id }) => id)}
            names={new Map(selection.map((shipment) => [shipment.id, nameOfShipment(shipment)]))}
            changes={place.changes}
            isDisabled={isTooMany}
            keep={keep}
          />
          <Button
            size="xs"
            variant="default"
            disabled={isTooMany}
            onClick={() => setDialog({ kind: "print", shipments: selection })}
          >
            Print labels…
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => saveCsv("shipments.csv", shipmentsCsv(selection))}
          >
            CSV of selected
          </Button>
          <Button size="xs" variant="subtle" onClick={() => keep([])}>
            Clear
          </Button>
        </Group>
      )}
      {dialog?.kind === "accept" && (
        <AcceptMany place={place} shipments={dialog.shipments} keep={keep} onClose={close} />
      )}
      {dialog?.kind === "cancel" && (
        <CancelMany place={place} shipments={dialog.shipments} keep={keep} onClose={close} />
      )}
      {dialog?.kind === "print" && <PrintMany place={place} shipments={dialog.shipments} onClose={close} />}
    </>
  );
}
