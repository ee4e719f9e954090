import { invalidField } from "@/infra/errors.ts";
import { readShape } from "../../answer.ts";
import { isCallError } from "../../call-error.ts";
import { productionCredentials, refuseRefusedKey } from "../../credentials.ts";
import type { CheckPoint } from "../../kind.ts";
import { callKarrio } from "./call.ts";
import { wrongMode } from "./mode.ts";
import { findPrices } from "./prices.ts";
import type { Karrio } from "./shipments.ts";
import { WireConnections } from "./wire.ts";

/** Asks a Karrio server whether a carrier can use it. Makes nothing there. */

const connectionsPath = "/v1/connections?active=true&limit=100";
const checkWithinMs = 5_000;

type Connection = (typeof WireConnections.static)["results"][number];

export async function checkKarrio(karrio: Karrio, signal: AbortSignal): Promise<CheckPoint[]> {
  const begunMs = karrio.world.clock.monotonic();
  const point = (code: string, passed: boolean, detail: string): CheckPoint => ({
    code,
    passed,
    detail,
    durationMs: karrio.world.clock.monotonic() - begunMs,
  });
  const connections = await readConnections(karrio, signal).catch((error) => {
    if (isCallError(error)) return error;
    throw error;
  });
  if (connections instanceof Error) {
    const { status, message } = connections;
    if (status !== 401 && status !== 403) return [point("reachable", false, message)];
    return [
      point("reachable", true, "Karrio answered."),
      point("key_accepted", false, `${message} Enter another key in Settings.`),
    ];
  }
  const prices = connections.length > 0 ? await findPrices(karrio, signal) : undefined;
  return [
    point("reachable", true, "Karrio answered."),
    point("key_accepted", true, "Karrio accepted the API key."),
    ...judge(karrio, connections).map(([code, passed, detail]) => point(code, passed, detail)),
    ...(prices ? [point("prices", prices.passed, prices.detail)] : []),
  ];
}

type Finding = readonly [code: string, passed: boolean, detail: string];

/** A key sees the connections of its own mode only. */
function judge({ settings, world }: Karrio, connections: readonly Connection[]): Finding[] {
  const isSandbox = world.carrier.environment === "sandbox";
  const mode = isSandbox ? "test mode" : "live mode";
  const [first] = connections;
  const findings: Finding[] = [];
  if (first) {
    const fits = first.test_mode === isSandbox;
    const detail = fits ? `The API key is one of Karrio's ${mode}.` : wrongMode(first.test_mode);
    findings.push(["mode", fits, detail]);
  }
  const known = new Set(connections.map(({ carrier_id: id }) => id));
  const missing = (settings.carrier_ids ?? []).filter((id) => !known.has(id));
  if (!first) findings.push(["connections", false, "The API key sees no active connection in Karrio."]);
  else if (missing.length > 0) {
    findings.push(["connections", false, `Karrio has no active connection ${missing.join(", ")}.`]);
  } else findings.push(["connections", true, connectionsText(known.size, settings.carrier_ids?.length)]);
  return findings;
}

/** @param asked how many of them the settings name; undefined or 0: all are asked */
function connectionsText(active: number, asked = 0): string {
  const text = `Active connections in Karrio: ${active}.`;
  return asked === 0 || asked === active ? text : `${text} This carrier asks ${asked} of them.`;
}

async function readConnections(
  { settings, world }: Karrio,
  signal: AbortSignal,
): Promise<readonly Connection[]> {
  const call = {
    method: "GET",
    path: connectionsPath,
    timeoutMs: checkWithinMs,
    isRepeatable: true,
  } as const;
  return readShape(WireConnections, (await callKarrio(settings, world, call, signal)).body).results;
}

/**
 * Refuses a key that Karrio refuses, and one of the other mode. A server that does not answer refuses nobody: each quote
 * looks at the mode again. @throws AppError `production_credentials` in the sandbox, `validation_failed`
 */
export async function refuseWrongKey(karrio: Karrio, signal: AbortSignal): Promise<void> {
  const connections = await readConnections(karrio, signal).catch((error) => {
    refuseRefusedKey(error, "api_key", "Karrio");
    return [];
  });
  const isSandbox = karrio.world.carrier.environment === "sandbox";
  if (connections.every(({ test_mode: isTest }) => isTest === isSandbox)) return;
  if (isSandbox) throw productionCredentials("api_key");
  throw invalidField(
    "#/settings/api_key",
    "test_credentials",
    "must be a live key, not one of Karrio's test mode",
  );
}
