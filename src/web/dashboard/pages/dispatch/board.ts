import { notifications } from "@mantine/notifications";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { post } from "../../../browser/api.ts";
import type { Problem } from "../../../browser/problem.ts";
import { dispatchFilters, type Filters, filtersOf } from "../../filters.ts";
import { useMay } from "../../permissions.ts";
import { useAction } from "../../queries.ts";
import type { Side } from "../../side.ts";
import type { Figure, ListFilters } from "./figures.ts";
import type { Job } from "./job.ts";
import type { Movements } from "./movements.ts";
import { boardPaths } from "./reading.ts";

/** What the parts of the page share. */
export interface Board {
  side: Side;
  movements: Movements;
  drivers: readonly DriverView[];
  attention: readonly ListedAttentionItemView[];
  /** How many need a person, with those that the page does not list. */
  attentionTotal: number;
  shipments: readonly ListedShipmentView[];
  /** How many are listed, of how many: `500 of 13,270`. */
  shipmentsText: string;
  /** Undefined until they are counted, and for the operator. */
  figures: readonly Figure[] | undefined;
  /** Of the list of shipments. */
  filters: ListFilters;
  /** Lists what these filters match and no others, and goes there. */
  show(filters: ListFilters): void;
  chosen: Chosen;
  choose(chosen: Chosen): void;
  assign: Assign;
}

/** The shipment or driver on the right; the address names it. */
export interface Chosen {
  shipment?: string | undefined;
  driver?: string | undefined;
}

export interface Assign {
  /** Whether the person may move jobs. */
  isPermitted: boolean;
  give(job: Job, driver: Pick<DriverView, "id" | "name">): void;
  isPending: boolean;
  problem: Problem | null;
}

const readFilters = filtersOf(dispatchFilters);

/** The filters and the chosen one, as the address has them. */
export function useAddress() {
  const filters = readFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Filters<(typeof dispatchFilters)[number]>) =>
      void navigate({
        to: ".",
        search: (before) => readFilters({ ...before, ...changed }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const choose = useCallback(
    ({ shipment = "", driver = "" }: Chosen) => change({ shipment, driver }),
    [change],
  );
  return { filters, change, choose };
}

interface Giving {
  job: Job;
  driver: Pick<DriverView, "id" | "name">;
}

export function useAssign(side: Side): Assign {
  const { mutate, isPending, error } = useAction(
    ({ job, driver }: Giving, idempotencyKey) =>
      post(
        `${side.base}/assignments/${job.assignmentId}/driver`,
        { driver_id: driver.id },
        { ...side.call, idempotencyKey },
      ),
    { changes: boardPaths(side) },
  );
  const give = useCallback(
    (job: Job, driver: Giving["driver"]) =>
      mutate(
        { job, driver },
        { onSuccess: () => notifications.show({ message: `${job.name} assigned to ${driver.name}.` }) },
      ),
    [mutate],
  );
  const isPermitted = useMay("dispatch:write") || side.isInstallation;
  return { isPermitted, give, isPending, problem: error };
}
