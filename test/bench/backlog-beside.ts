import { fillBacklog } from "./backlog.ts";
import { latencyFinding, timesToArrive } from "./deliveries.ts";
import type { Bench, Finding, Scenario } from "./scenario.ts";
import { makeKeys, startReceiver, startWaybill, subscribe } from "./server.ts";

/** Live traffic beside one endpoint that has a backlog, which Waybill works off meanwhile. */

const allowLoopback = ["--webhook-allow-cidrs", "127.0.0.0/8"];
const events = ["shipment.created"];

export const backlogBesideScenarios: Scenario[] = [
  {
    name: "backlog-beside",
    help: "the latency of webhooks beside an endpoint of another account with 1 000 000 deliveries due",
    run: measure,
  },
];

async function measure(bench: Bench): Promise<Finding[]> {
  await using receiver = await startReceiver();
  const dataDir = bench.folder("backlog-beside");
  const count = bench.count(3_000);
  const due = bench.count(1_000_000);
  let key = "";
  let alone: number[] = [];
  {
    await using server = await startWaybill(dataDir, ...allowLoopback);
    key = (await makeKeys(server, "live@example.com")).sandbox;
    const { sandbox: other } = await makeKeys(server, "backlog@example.com");
    await subscribe(server, key, `${receiver.url}/timed`, events);
    await subscribe(server, other, `${receiver.url}/backlog`, events);
    bench.say("latency alone");
    await timesToArrive(server, receiver, key, count / 3);
    alone = await timesToArrive(server, receiver, key, count);
  }
  bench.say(`writing ${due} deliveries to one endpoint`);
  await fillBacklog(dataDir, due, "%/backlog");
  await using server = await startWaybill(dataDir, ...allowLoopback);
  bench.say(`latency beside ${due} deliveries`);
  await timesToArrive(server, receiver, key, count / 3);
  const beside = await timesToArrive(server, receiver, key, count);
  return [
    latencyFinding("from the request to its webhook's first byte, p95", alone),
    latencyFinding(`the same while another endpoint has ${due} deliveries due, p95`, beside),
  ];
}
