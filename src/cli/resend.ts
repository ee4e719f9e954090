import type { Command } from "commander";
import { SettingError } from "../app/config/reading.ts";
import { type Api, callApi, openApi, openSandbox, readHttpUrl, withApi } from "./api.ts";
import { type Flags, helped } from "./command.ts";
import { forward, forwardingSecret, resultText } from "./forward.ts";
import { print, printJson } from "./terminal.ts";

export function addEvents(program: Command): void {
  const events = program.command("events").description("Send events again.");
  const command = events
    .command("resend")
    .summary("Send an event again.")
    .description(
      "Send an event again, with the same body and webhook-id. It goes to every enabled endpoint that subscribes to its type or received it before, to the endpoint you name, or to a local URL.",
    )
    .argument("<id>", "Id of the event (evt_…).")
    .option("--webhook <id>", "Send to this endpoint (whe_…) only, whatever its subscription.")
    .option(
      "--forward-to <url>",
      "Send to this URL only, signed as by `waybill listen`; needs a sandbox key.",
    );
  helped(withApi(command, "API key."), [
    "waybill events resend evt_01m7x5rdwme1ct34p92xd7wpnk",
    "waybill events resend evt_01m7x5rdwme1ct34p92xd7wpnk --webhook whe_01m7x5rdwme1ct34p92xd7wpnk",
    "waybill events resend evt_01m7x5rdwme1ct34p92xd7wpnk --forward-to http://localhost:3000/hook",
  ]);
  command.action((id: string, flags: Flags) =>
    flags.forwardTo === undefined ? resend(id, flags) : resendToUrl(id, flags),
  );
}

async function resend(id: string, flags: Flags): Promise<void> {
  const api = openApi(flags);
  const body = flags.webhook === undefined ? {} : { webhook_id: String(flags.webhook) };
  const answer = await callApi(api, () => api.waybill.resendEvent({ path: { id }, body }));
  if (flags.json) return printJson(answer);
  const { queued } = answer;
  if (queued === 0) {
    await print("No enabled endpoint subscribes to it. Name one with --webhook, or a URL with --forward-to.");
  } else await print(`Sent again to ${queued} ${queued === 1 ? "endpoint" : "endpoints"}.`);
}

/** @throws Error if the receiver did not accept the event */
async function resendToUrl(id: string, flags: Flags): Promise<void> {
  if (flags.webhook !== undefined) throw new SettingError("use either --webhook or --forward-to, not both");
  const target = readHttpUrl("--forward-to", String(flags.forwardTo));
  const api = openSandbox(flags);
  const body = await bytesOf(api, id);
  const result = await forward(target, forwardingSecret(api.apiKey), { id, body });
  const { status, durationMs, error } = result;
  if (flags.json) await printJson({ status, duration_ms: durationMs, error });
  else await print(`${id}  → ${resultText(result)}`);
  if (status === null || status >= 300) throw new Error(`${target} did not accept the event`);
}

/** The original bytes: parsing the output of JSON.stringify and writing it again gives the same text. */
async function bytesOf(api: Api, id: string): Promise<string> {
  return JSON.stringify(await callApi(api, () => api.waybill.getEvent({ path: { id } })));
}
