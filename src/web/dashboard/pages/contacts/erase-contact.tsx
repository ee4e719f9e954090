import { Checkbox, Text } from "@mantine/core";
import { useState } from "react";
import type { ContactView } from "@/delivery/orders/contacts/schema.ts";
import type { ContactRedactionView } from "@/delivery/privacy/redaction/contact-schema.ts";
import { post, remove } from "@/web/browser/api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { useEnvironment } from "../../environment.ts";
import { useMay } from "../../permissions.ts";
import { useAction, useRead } from "../../queries.ts";

/** Erases a contact, and where somebody says so the shipments of the same person, after showing how many there are. */
export function EraseContact({
  contact: { id, name },
  onClose,
}: {
  contact: ContactView;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const path = `/platform/contacts/${encodeURIComponent(id)}` as const;
  const mayRedact = useMay("shipments:write");
  const { data: count } = useRead(`${path}/redaction`, { environment });
  const [isWhole, setWhole] = useState(false);
  const { mutateAsync } = useAction<boolean, unknown>(
    (whole: boolean, idempotencyKey) =>
      whole && count
        ? post(`${path}/redaction`, { shipments: count.shipments }, { environment, idempotencyKey })
        : remove(path, { environment }),
    {
      changes: [
        "/platform/contacts",
        "/platform/recipients/search",
        "/platform/shipments",
        "/platform/schedules",
      ],
      success: `${name} was erased.`,
      onDone: onClose,
    },
  );
  return (
    <Confirm
      title={`Erase ${name}`}
      submit="Erase"
      send={() => mutateAsync(isWhole)}
      onClose={onClose}
      more={
        mayRedact &&
        count !== undefined &&
        count.shipments + count.schedules > 0 && (
          <>
            <Checkbox
              label={`Also the personal data of ${alsoText(count)} to this phone number or email address`}
              checked={isWhole}
              onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
            />
            {count.open_shipments > 0 && (
              <Text size="sm" c="dimmed">
                {count.open_shipments === 1
                  ? "1 shipment that has not ended keeps its data."
                  : `${count.open_shipments} shipments that have not ended keep their data.`}
              </Text>
            )}
          </>
        )
      }
    >
      The contact is erased for good. Its shipments stay unless you choose them too.
    </Confirm>
  );
}

function alsoText({ shipments, schedules }: ContactRedactionView): string {
  const parts = [
    ...(shipments > 0 ? [shipments === 1 ? "1 shipment" : `${shipments} shipments`] : []),
    ...(schedules > 0
      ? [schedules === 1 ? "1 standing order, which ends," : `${schedules} standing orders, which end,`]
      : []),
  ];
  return parts.join(" and of ");
}
