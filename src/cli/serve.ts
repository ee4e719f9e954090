import type { Command } from "commander";
import { createSetUpToken, setUpLinkMinutes } from "../access/accounts/sign-in/operator.ts";
import { toConfig } from "../app/config/reading.ts";
import { readSupervision } from "../app/config/variables.ts";
import { systemClock } from "../infra/clock.ts";
import { settingNames } from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";
import type { Deps } from "../infra/deps.ts";
import { audience } from "../infra/public-address.ts";
import { findGoingLiveNeeds } from "../operator/going-live.ts";
import { urgentFrom } from "../operator/need.ts";
import { type Flags, helped, warnOfSettings, withSettings } from "./command.ts";
import { type Keys, startEphemeral } from "./ephemeral.ts";
import { listen } from "./listen.ts";
import { createSupervisor } from "./notify.ts";
import { serveSettings } from "./serve-settings.ts";
import { parentEnd, stopSignal } from "./stopping.ts";

export function addServe(program: Command): void {
  const command = program.command("serve").description("Start the server.");
  helped(withSettings(command, settingNames, {}), [
    "waybill serve --data /var/lib/waybill --public-url https://waybill.example.com",
    "WAYBILL_PORT=9000 waybill serve",
    "waybill serve --ephemeral --port 0 --ready-json --exit-with-parent",
  ]);
  command.action((flags: Flags) => {
    const config = toConfig(serveSettings(flags));
    warnOfSettings(flags);
    return runServe(config);
  });
}

/** Serves until a stop signal. */
async function runServe(config: Config): Promise<void> {
  const stopRequested = config.exitWithParent ? Promise.race([stopSignal(), parentEnd()]) : stopSignal();
  const supervisor = createSupervisor(readSupervision());
  const { running, keys } = config.ephemeral
    ? await startEphemeral(config)
    : { running: await listen(config, servePeople), keys: null };
  const token = keys ? undefined : createSetUpToken(running.deps);
  const setUpUrl = token === undefined ? null : `${running.deps.publicUrl()}/setup#${token}`;
  if (config.readyJson) printReadyJson(running.url, keys, setUpUrl);
  else printReady(running.url, running.deps.publicUrl(), keys, setUpUrl);
  supervisor.notifyReady();
  if (!config.ephemeral) await logGoingLive(running.deps);
  await stopRequested;
  supervisor.notifyStopping();
  await running.stop();
}

async function servePeople(deps: Deps): Promise<void> {
  audience(deps).isPeople = true;
}

/** What is missing before people rely on the installation, a line each, without what somebody dismissed. */
async function logGoingLive(deps: Deps): Promise<void> {
  const needs = await findGoingLiveNeeds(deps).catch((error) => {
    // The server goes on.
    deps.log.warn({ err: error }, "Looking for what is missing before going live failed");
    return [];
  });
  for (const { kind, message, weight, goingLive } of needs) {
    if (!goingLive || goingLive.dismissal !== null) continue;
    const { remedy, command } = goingLive;
    const facts = { kind, remedy, ...(command !== null && { command }), public_url: deps.publicUrl() };
    if (weight >= urgentFrom) deps.log.warn(facts, message);
    else deps.log.info(facts, `Before you go live: ${message}`);
  }
}

/** One line of JSON, for programs. */
function printReadyJson(url: string, keys: Keys | null, setUpUrl: string | null): void {
  const line = {
    event: "ready",
    url,
    sandbox_key: keys?.sandbox ?? null,
    live_key: keys?.live ?? null,
    setup_url: setUpUrl,
    pid: process.pid,
    startup_ms: Math.round(systemClock.monotonic()),
  };
  console.log(JSON.stringify(line));
}

function printReady(url: string, publicUrl: string, keys: Keys | null, setUpUrl: string | null): void {
  console.log(`Waybill is listening on ${url}${publicUrl === url ? "" : `, public URL ${publicUrl}`}`);
  if (keys) console.log(`\n  Sandbox key   ${keys.sandbox}\n  Live key      ${keys.live}`);
  if (setUpUrl === null) return;
  console.log(
    `\nThis installation has no operator yet. Open this link within ${setUpLinkMinutes} minutes to become the operator:\n`,
  );
  console.log(`  ${setUpUrl}\n`);
}
