import { findAccountName } from "../../access/accounts/operator/administration.ts";
import { operatorAddresses } from "../../access/accounts/sign-in/operator.ts";
import { recordAuditAtMost } from "../../access/audit/service.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { SessionPrincipal } from "../../infra/http/principal.ts";
import { channelsOf } from "./channel.ts";
import type { AlarmTestView, OperatorAlarmsView } from "./schema.ts";
import { alarmStore } from "./store.ts";
import { toTroubleView } from "./view.ts";
import { sendTest } from "./watching.ts";

const listedMax = 50;
const testsPerHourMax = 20;

export function getAlarms(deps: Deps): OperatorAlarmsView {
  const { config, stores } = deps;
  const store = alarmStore(stores.accounts.db);
  const rows = store.list(listedMax);
  const alarms = Map.groupBy(store.alarmsOf(rows.map(({ id }) => id)), ({ troubleId }) => troubleId);
  return {
    webhook: {
      is_set_up: config.alarmUrl !== null,
      host: config.alarmUrl === null ? null : new URL(config.alarmUrl).host,
    },
    mail: { is_set_up: channelsOf(deps).includes("mail"), addresses: operatorAddresses(deps) },
    data: rows.map((row) => {
      const name = row.accountId === null ? undefined : findAccountName(deps, row.accountId);
      return toTroubleView(row, name, alarms.get(row.id) ?? []);
    }),
  };
}

/** Waits for the result of each channel. @throws AppError `alarms_not_set_up` */
export async function testAlarms(deps: Deps, operator: SessionPrincipal): Promise<AlarmTestView> {
  if (channelsOf(deps).length === 0) throw new AppError("alarms_not_set_up");
  const target = { type: "installation", id: "alarms", name: null } as const;
  recordAuditAtMost(deps, operator, { action: "alarms.tested", target }, { about: "", max: testsPerHourMax });
  const results = await sendTest(deps);
  return {
    data: results.map(({ channel, failure }) => ({
      channel,
      is_sent: failure === undefined,
      error: failure ?? null,
    })),
  };
}
