import { readShape } from "../../answer.ts";
import { isCallError } from "../../call-error.ts";
import { webhookPath } from "../../carrier-webhook.ts";
import { refuseRefusedKey } from "../../credentials.ts";
import type { CheckPoint } from "../../kind.ts";
import { callEasypost, type Easypost } from "./call.ts";
import { failed, failureOf } from "./failure.ts";
import { findPrices } from "./prices.ts";
import { modeOf } from "./settings.ts";
import { WireWebhooks } from "./wire.ts";

/** Asks EasyPost whether the key can be used. Makes nothing there. */

const checkWithinMs = 5_000;

const webhookFound = "EasyPost has a webhook for this carrier.";
/** Slower, and complete. */
const webhookMissing =
  "EasyPost has no webhook for this carrier. Waybill asks for news every 15 to 60 minutes.";

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
    const address = webhookPath(carrier.id, "");
    const hasOwn = webhooks.some((webhook) => webhook.mode === mode && webhook.url?.includes(address));
    const prices = await findPrices(easypost, signal);
    return [
      reached,
      point("key_accepted", true, "EasyPost accepted the API key."),
      point("mode", true, `The key is one of EasyPost's ${mode} mode.`),
      point("webhook", hasOwn, hasOwn ? webhookFound : webhookMissing),
      ...(prices ? [point("prices", prices.passed, prices.detail)] : []),
    ];
  } catch (error) {
    if (!isCallError(error)) throw error;
    if (error.status !== 401 && error.status !== 403) return [point("reachable", false, error.message)];
    return [reached, point("key_accepted", false, `${error.message} Enter another key in Settings.`)];
  }
}

/** Refuses a key that EasyPost refuses. Without an answer it stands. @throws AppError `validation_failed` */
export async function refuseUnknownKey(easypost: Easypost, signal: AbortSignal): Promise<void> {
  try {
    await readWebhooks(easypost, signal);
  } catch (error) {
    refuseRefusedKey(error, "api_key", "EasyPost");
  }
}

/** Any key may read the webhooks, and no person stands in them. */
async function readWebhooks(easypost: Easypost, signal: AbortSignal) {
  const call = { method: "GET", path: "/webhooks", timeoutMs: checkWithinMs, isRepeatable: true } as const;
  const answer = await callEasypost(easypost, call, signal);
  if (answer.status !== 200) throw failed(failureOf(answer));
  return readShape(WireWebhooks, answer.body);
}
