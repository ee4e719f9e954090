import type { Command } from "commander";
import { SettingError } from "../app/config/reading.ts";
import { systemClock } from "../infra/clock.ts";
import { eventPatterns, eventTypes } from "../messaging/events/event.ts";
import { callApi, openSandbox, readHttpUrl, reasonOf, withApi } from "./api.ts";
import { type Flags, helped } from "./command.ts";
import { type Forwarded, forward, forwardingSecret, resultText } from "./forward.ts";
import { stopSignal } from "./stopping.ts";
import { colored, print } from "./terminal.ts";

const typeWidth = Math.max(...eventTypes.map((type) => type.length));

/** `waybill listen`: webhooks for a receiver without a public address. */
export function addReceive(program: Command): void {
  const command = program
    .command("listen")
    .summary("Receive sandbox events and forward them to a local URL.")
    .description(
      "Receive the account's sandbox events and forward them, signed, to a local URL. Failed deliveries are shown but not retried; use `waybill events resend <id> --forward-to …`. After a lost connection, `listen` reconnects and misses no event. Stop with Ctrl-C.",
    )
    .option("--forward-to <url>", "URL to forward to. Default: only show the events.")
    .option("--events <type,…>", "Event types, such as shipment.delivered or tracking.*. Default: all.")
    .option("--print-secret", "Print the signing secret of forwarded events and exit.");
  helped(withApi(command, "Sandbox key; the signing secret is derived from it."), [
    "waybill listen --forward-to http://localhost:3000/hook",
    "waybill listen --forward-to http://localhost:3000/hook --events 'shipment.*' --api-key wb_sandbox_…",
    "WEBHOOK_SECRET=$(waybill listen --print-secret) npm start",
  ]);
  command.action(runListen);
}

async function runListen(flags: Flags): Promise<void> {
  const api = openSandbox(flags);
  const secret = forwardingSecret(api.apiKey);
  if (flags.printSecret) return print(secret);
  const forwardTo =
    flags.forwardTo === undefined ? null : readHttpUrl("--forward-to", String(flags.forwardTo));
  const type = readTypes(flags.events);
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  const reporter = flags.json ? jsonReporter : createReporter();
  const events = api.waybill.streamEvents({
    query: type === undefined ? {} : { type },
    signal: stop.signal,
    onOpen: () => reporter.opened({ url: api.url, forwardTo, secret }),
    onBreak: (why) => reporter.broken(why === undefined ? "closed by the server" : reasonOf(why)),
  });
  await callApi(api, async () => {
    try {
      for await (const { id, event, text } of events) {
        const streamed = { id, type: event, body: text };
        const result = forwardTo === null ? null : await forward(forwardTo, secret, streamed, stop.signal);
        if (!stop.signal.aborted) reporter.event(streamed, result);
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
  });
}

/** @throws SettingError for an unknown type */
function readTypes(text: Flags[string]): string | undefined {
  if (text === undefined || text === "*") return undefined;
  const words = String(text).split(",");
  const unknown = words.find((word) => ![...eventTypes, ...eventPatterns].includes(word));
  if (unknown === undefined) return words.join(",");
  throw new SettingError(`--events: unknown event type "${unknown}"; use ${eventTypes.join(", ")}`);
}

interface StreamedEvent {
  id: string;
  type: string;
  /** The exact bytes of the webhook. */
  body: string;
}

interface Place {
  url: string;
  forwardTo: string | null;
  secret: string;
}

interface Reporter {
  opened(place: Place): void;
  broken(why: string): void;
  event(event: StreamedEvent, result: Forwarded | null): void;
}

/** For people: one line per event, with its time of arrival. */
function createReporter(): Reporter {
  let wasOpen = false;
  const said = (text: string) => console.log(`${colored("dim", timeOfDay())}  ${text}`);
  return {
    opened({ url, forwardTo, secret }) {
      if (wasOpen) return said("reconnected; missed events follow");
      wasOpen = true;
      console.log(
        `${forwardTo === null ? "Showing" : "Forwarding"} sandbox events of ${url}${forwardTo === null ? "" : ` to ${forwardTo}`}\n`,
      );
      console.log(`  Signing secret   ${secret}\n`);
      console.log("The secret stays the same for this key. Waiting for events; stop with Ctrl-C.\n");
    },
    broken: (why) => said(colored("yellow", `connection lost (${why}); reconnecting`)),
    event({ id, type }, result) {
      const outcome = result === null ? "" : `  → ${resultText(result)}`;
      said(`${type.padEnd(typeWidth)}  ${colored("dim", id)}${outcome}`);
    },
  };
}

/** For programs: one line of JSON per message. */
const jsonReporter: Reporter = {
  opened: ({ url, forwardTo, secret }) =>
    console.log(JSON.stringify({ said: "connected", url, forward_to: forwardTo, secret })),
  broken: (why) => console.log(JSON.stringify({ said: "disconnected", error: why })),
  event({ id, type }, result) {
    const { status = null, durationMs = null, error = null } = result ?? {};
    console.log(JSON.stringify({ said: "event", id, type, status, duration_ms: durationMs, error }));
  },
};

function timeOfDay(): string {
  return new Date(systemClock.now()).toTimeString().slice(0, 8);
}
