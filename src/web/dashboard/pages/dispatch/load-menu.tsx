import { Button, Menu } from "@mantine/core";
import type { CarrierLoad, SetCarrierLoad } from "@/delivery/connections/load/schema.ts";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { hourMs } from "@/infra/units.ts";
import { put } from "../../../browser/api.ts";
import { pageNow } from "../../../browser/clock.ts";
import { ActionProblem } from "../../components/problem.tsx";
import { useAction, useRead } from "../../queries.ts";
import { useSide } from "../../side.ts";
import { useFleets } from "../drivers/fleets.ts";

/** How busy each fleet is: one menu slows its new orders down, or stops them. */

const hoursOfLoad = 2;
const choices = [
  { label: "As usual", extra_minutes: 0, accepts_orders: true },
  { label: `30 minutes later, for ${hoursOfLoad} hours`, extra_minutes: 30, accepts_orders: true },
  { label: `60 minutes later, for ${hoursOfLoad} hours`, extra_minutes: 60, accepts_orders: true },
  { label: `None for ${hoursOfLoad} hours`, extra_minutes: 0, accepts_orders: false },
] as const satisfies readonly (SetCarrierLoad & { label: string })[];

const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** The end comes without an event. */
const readEveryMs = 30_000;

export function LoadMenus({ isPermitted }: { isPermitted: boolean }) {
  const fleets = useFleets() ?? [];
  return fleets.map((fleet) => (
    <LoadMenu key={fleet.id} fleet={fleet} isNamed={fleets.length > 1} isPermitted={isPermitted} />
  ));
}

interface LoadMenuProps {
  fleet: CarrierDetails;
  isNamed: boolean;
  isPermitted: boolean;
}

function LoadMenu({ fleet, isNamed, isPermitted }: LoadMenuProps) {
  const { base, call } = useSide();
  const path = `${base}/carriers/${fleet.id}/load` as const;
  const { data: load } = useRead(path, { ...call, refetchInterval: readEveryMs });
  const set = useAction((chosen: SetCarrierLoad) => put(path, chosen, call), { changes: [path] });
  if (!load) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="sm"
            // A fleet's name may be longer than a phone is wide.
            maw="100%"
            h="auto"
            mih="var(--button-height)"
            styles={{ label: { whiteSpace: "normal", overflowWrap: "anywhere", lineHeight: 1.4 } }}
            variant={load.until === null ? "default" : "filled"}
            disabled={!isPermitted}
            loading={set.isPending}
          >
            {isNamed ? `${fleet.name}: ` : "New orders: "}
            {stateText(load)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map(({ label, ...chosen }) => (
            <Menu.Item key={label} onClick={() => set.mutate({ ...chosen, until: untilOf(chosen) })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ActionProblem problem={set.error} />
    </>
  );
}

function untilOf({ extra_minutes, accepts_orders }: SetCarrierLoad): string | null {
  const isUsual = extra_minutes === 0 && accepts_orders;
  return isUsual ? null : new Date(pageNow() + hoursOfLoad * hourMs).toISOString();
}

function stateText({ extra_minutes, accepts_orders, until }: CarrierLoad): string {
  if (until === null) return "as usual";
  const what = accepts_orders ? `${extra_minutes} min later` : "none";
  return `${what} until ${clockTime.format(new Date(until))}`;
}
