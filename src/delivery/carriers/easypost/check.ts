import { readShape } from "../answer.ts";
import { isCallError } from "../call-error.ts";
import type { CheckPoint } from "../kind.ts";
import { callEasypost, type Easypost } from "./call.ts";
import { failed, failureOf } from "./failure.ts";
import { modeOf } from "./settings.ts";
import { WireWebhooks } from "./wire.ts";

/** Asks EasyPost whether the key can be used. Makes nothing there. */

const checkWithinMs = 5_000;

export async function checkEasypost(easypost: Easypost, signal: AbortSignal): Promise<CheckPoint[]> {
  const { clock, carrier } = easypost.world;
  const begunMs = clock.monotonic();
  const point = (code: string, passed: boolean, detail: string): CheckPoint => ({
    code,
    passed,
    detail,
    durationMs: clock.monotonic() - begunMs,
  });
  const reached = point("reachable", true, "EasyPost answered.");
  try {
    const { webhooks } = await readWebhooks(easypost, signal);
    const mode = modeOf(carrier.environment);
    const own = webhooks.filter((webhook) => webhook.mode === mode);
    return [
      reached,
      point("key_accepted", true, "EasyPost accepted the API key."),
      point("mode", true, `The key is one of EasyPost's ${mode} mode.`),
      webhookPoint(point, own.length),
    ];
  } catch (error) {
    if (!isCallError(error)) throw error;
    if (error.status !== 401 && error.status !== 403) return [point("reachable", false, error.message)];
    return [reached, point("key_accepted", false, error.message)];
  }
}

/** Without a webhook Waybill asks EasyPost from time to time: slower, and complete. */
function webhookPoint(
  point: (code: string, passed: boolean, detail: string) => CheckPoint,
  count: number,
): CheckPoint {
  const detail =
    count === 0
      ? "EasyPost has no webhook of this mode. Waybill asks for news every 15 to 60 minutes."
      : `EasyPost has ${count === 1 ? "one webhook" : `${count} webhooks`} of this mode.`;
  return point("webhook", true, detail);
}

/** Any key may read the webhooks, and no person stands in them. */
async function readWebhooks(easypost: Easypost, signal: AbortSignal) {
  const call = { method: "GET", path: "/webhooks", timeoutMs: checkWithinMs, isRepeatable: true } as const;
  const answer = await callEasypost(easypost, call, signal);
  if (answer.status !== 200) throw failed(failureOf(answer));
  return readShape(WireWebhooks, answer.body);
}
