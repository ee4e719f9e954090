import { write } from "@/infra/deps.ts";
import type { Caller } from "@/infra/http/principal.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { AtOnce } from "../../../lifecycle/assignments/service.ts";
import type { CreateShipment } from "../../shipments/schema.ts";
import { acceptStored } from "../../shipments/service.ts";
import { type Judging, judgeRow } from "../checking/judging.ts";
import type { ImportProblem } from "../import.ts";
import { importRowStore } from "../rows-store.ts";

/** Offers are accepted for the shipments of an import, while others of it are made. */

/** Each waits for the carriers' answers. */
const inFlightMax = 20;

export interface Acceptor {
  /** Accepts for a row that was made, if the row still waits for it. */
  queue(row: number, body: CreateShipment): void;
  /** Accepts for the rows of which an earlier run has made shipments and accepted nothing yet. */
  resume(): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  /** Resolves when all are settled. @throws what somebody must investigate */
  done(): Promise<void>;
}

export function createAcceptor(
  deps: DeliveryDeps,
  caller: Caller,
  { importId, judging, atOnce }: { importId: string; judging: Judging; atOnce: AtOnce | undefined },
): Acceptor {
  const { environment } = caller;
  const { db } = deps.stores.platform(environment);
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];

  function queue(row: number, body: CreateShipment): void {
    if (!atOnce) return;
    const task: Promise<void> = accept(row, body, atOnce)
      .catch((error) => void failures.push(error))
      .finally(() => running.delete(task));
    running.add(task);
  }

  async function accept(row: number, body: CreateShipment, atOnce: AtOnce): Promise<void> {
    const { shipmentId, isAccepting } = importRowStore(db).find(importId, row) ?? {};
    if (shipmentId == null || !isAccepting) return;
    const { accept_problem: refused } = await acceptStored(deps, caller, shipmentId, { input: body, atOnce });
    const problem: ImportProblem | null = refused ? { code: refused.code, detail: refused.detail } : null;
    await write(deps, environment, ({ tx }) =>
      importRowStore(tx).change(importId, row, { isAccepting: false, problem }),
    );
  }

  const settle = async (most: number): Promise<void> => {
    while (running.size > most) await Promise.race(running);
    if (failures.length > 0) throw failures[0];
  };

  return {
    queue,
    resume() {
      for (const row of importRowStore(db).accepting(importId)) {
        const { made } = judgeRow(judging, row);
        if (made?.kind === "shipments") queue(row.row, made.body);
      }
    },
    room: () => settle(inFlightMax),
    done: () => settle(0),
  };
}
