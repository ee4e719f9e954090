import { Button } from "@mantine/core";
import { useState } from "react";
import type { AttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import { minuteMs } from "@/infra/units.ts";
import { pageNow } from "../../../browser/clock.ts";
import { useLazy } from "../../components/lazy.ts";
import { ActionProblem } from "../../components/problem.tsx";
import { useRead } from "../../queries.ts";
import type { Side } from "../../side.ts";
import type { Wait } from "../shipments/shipment/charge-words.ts";
import type { Action } from "./next-actions.ts";

interface ChargeWaitingProps {
  side: Side;
  action: Action;
  /** The item of a driver who waits; undefined where the board does not have it any more. */
  item: AttentionItemView | undefined;
  isNext: boolean;
}

const loadAddCharge = async () => (await import("../shipments/shipment/add-charge.tsx")).AddCharge;

/** Opens the form of a charge, with how long the driver has waited until now. */
export function ChargeWaiting({ side, action, item, isNext }: ChargeWaitingProps) {
  const [waits, setWaits] = useState<readonly Wait[]>();
  const id = action.path.split("/").at(-2) ?? "";
  const isOpen = waits !== undefined;
  const AddCharge = useLazy(isOpen, loadAddCharge);
  const { data, error } = useRead(`${side.base}/shipments/${id}`, { ...side.call, enabled: isOpen });
  const carrierId = item?.carrier_id ?? "";
  return (
    <>
      {isOpen && <ActionProblem problem={error} />}
      <Button variant={isNext ? "filled" : "default"} onClick={() => setWaits(waitsUntilNow(item))}>
        Charge waiting…
      </Button>
      {AddCharge && waits && data && (
        <AddCharge
          id={id}
          side={side}
          price={data.price}
          carrierId={carrierId}
          waits={waits}
          onClose={() => setWaits(undefined)}
        />
      )}
    </>
  );
}

function waitsUntilNow(item: AttentionItemView | undefined): Wait[] {
  if (!item) return [];
  return [{ stop: "pickup", minutes: Math.floor((pageNow() - Date.parse(item.since)) / minuteMs) }];
}
