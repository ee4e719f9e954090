/**
 * One drill, in a mount namespace of its own. Usage: `drill-process.ts PLAN`. Sends the outcome after each cut over
 * Bun's IPC. After each cut the server goes on from one of its media, as if the power came back.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Disk, startDisk } from "./disk.ts";
import type { Outcome, Plan } from "./drill.ts";
import { countFacts, type Facts, factKinds, noFacts, sumOf } from "./facts.ts";
import { remount, runCommand } from "./file-system.ts";
import { type Account, type Load, startLoad } from "./load.ts";
import { openAccount, serveOnDisk, startReceiver } from "./servers.ts";
import { checkMedium } from "./verify.ts";
import { type Media, type Moment, mediumKinds, moments } from "./volatile-disk.ts";

/** A disk, and what is known of the server on it. */
interface Life {
  place: string;
  disk: Disk;
  /** From before the server's start. */
  facts: Facts;
  account?: Account | undefined;
  load?: Load | undefined;
}

interface Cut {
  /** Undefined where the power went before there was one. */
  account: Account | undefined;
  facts: Facts;
  /** Before there was a load. */
  isInStart: boolean;
  hasUnflushed: boolean;
  /** Answers that no writer expects. */
  unexpected: string[];
}

/** Then follows a new disk, so that data of many ages are met. */
const cutsPerDisk = 10;
/** New facts before a cut: at least so many, and up to so many more. */
const factsMin = 100;
const factsSpread = 500;
const factsCheckMs = 10;
const factsChecksMax = 6_000;
/** The cut comes at one of so many writes or flushes that follow. */
const momentsAhead = 40;
/** Answers that arrive while nothing can be written have not waited for the disk any more. */
const holdMs = 25;
const dataFolder = "data";

const scratch = "/dev/shm";

const plan = JSON.parse(process.argv[2] ?? "") as Plan;
const outcome: Outcome = {
  cuts: 0,
  startCuts: 0,
  media: 0,
  facts: countFacts(noFacts()),
  unflushedCuts: 0,
  lossyCuts: 0,
  lossyMedia: 0,
  findings: [],
};

// Media are made in memory, because the machine's own disk has no part in this. The folder exists on every Linux and is
// never removed: to remove a folder with mounts in another namespace would leave a loop device behind for good.
await runCommand(["mount", "-t", "tmpfs", "power-cut", scratch]);
process.on("disconnect", () => process.exit());
while (outcome.cuts < plan.cuts) {
  const place = mkdtempSync(join(scratch, "disk-"));
  await cutDisk(place);
  rmSync(place, { recursive: true });
}
process.disconnect?.();

/** Cuts the power of one disk until a fact is lost, or often enough. */
async function cutDisk(place: string): Promise<void> {
  await using disk = await startDisk(place, plan.fileSystem);
  const life: Life = { place, disk, facts: noFacts() };
  await using receiver = startReceiver(() => life.load);
  const lastCut = Math.min(plan.cuts, outcome.cuts + cutsPerDisk);
  for (;;) {
    const media = mediaIn(place);
    const cut = await liveUntilCut(life, media, receiver.url);
    await disk.powerOff(pick(Object.values(media)));
    const findings = [...cut.unexpected, ...(await checkMedia(place, media, cut))];
    record(cut, life.facts, findings);
    if (findings.length > 0 || outcome.cuts >= lastCut) return;
    await disk.powerOn();
    life.account = cut.account;
    life.facts = cut.facts;
  }
}

/** The server starts and works. The power goes while it does the one or the other; then the server is killed. */
async function liveUntilCut(life: Life, media: Media, endpoint: string): Promise<Cut> {
  const { place, disk } = life;
  const early = Math.random() < plan.startShare ? cutPower(life, media) : undefined;
  const serving = await serveOnDisk(place, join(disk.folder, dataFolder));
  try {
    life.account ??= await openAccount(serving.url, endpoint);
    await breakDisk(disk);
    life.load = startLoad(serving.url, life.account, life.facts);
    if (early !== undefined) return await early;
    await waitForFacts(life.load, life.facts);
    return await cutPower(life, media);
  } finally {
    serving.kill("SIGKILL");
    await serving.exited;
    await life.load?.end();
    life.load = undefined;
  }
}

/** What a control breaks, it breaks after the set-up, so that there is something to compare. */
async function breakDisk(disk: Disk): Promise<void> {
  if (plan.fault === "ignores flushes") await disk.ignoreFlushes();
  if (plan.fault === "nobarrier") await remount(disk.folder, "nobarrier");
}

function mediaIn(place: string): Media {
  return { none: join(place, "none"), half: join(place, "half"), torn: join(place, "torn") };
}

function cutPower(life: Life, media: Media): Promise<Cut> {
  const nth = 1 + Math.floor(Math.random() * momentsAhead);
  return life.disk.cut(pick(momentsOf(plan)), nth, media, async ({ writes }) => {
    await Bun.sleep(holdMs);
    const { account, facts, load } = life;
    return {
      account,
      facts: structuredClone(load?.facts ?? facts),
      isInStart: load === undefined,
      hasUnflushed: writes > 0,
      unexpected: load?.unexpected ?? [],
    };
  });
}

/** Where no flush is sent, none arrives. */
function momentsOf({ fault }: Plan): readonly Moment[] {
  return fault === "nobarrier" ? ["write"] : moments;
}

/** Until there are enough new ones, and some of each kind. */
async function waitForFacts({ facts, unexpected }: Load, earlier: Facts): Promise<void> {
  const wanted = sumOf(countFacts(earlier)) + factsMin + Math.random() * factsSpread;
  for (let checks = 0; checks < factsChecksMax; checks += 1) {
    const isEachNew = factKinds.every((kind) => facts[kind].size > earlier[kind].size);
    if (isEachNew && sumOf(countFacts(facts)) >= wanted) return;
    await Bun.sleep(factsCheckMs);
  }
  throw new Error(`the server acknowledges too little: ${unexpected.slice(0, 3).join(" | ")}`);
}

/** One after the other: btrfs does not mount two copies of a file system at once. */
async function checkMedia(place: string, media: Media, { account, facts }: Cut): Promise<string[]> {
  const findings: string[] = [];
  for (const kind of mediumKinds) {
    const expected = { fileSystem: plan.fileSystem, dataFolder, account, facts };
    const found = await checkMedium(place, media[kind], expected);
    outcome.media += 1;
    if (found.length > 0) outcome.lossyMedia += 1;
    findings.push(...found.map((finding) => `Cut ${outcome.cuts + 1}, medium "${kind}": ${finding}`));
  }
  return findings;
}

function record({ facts, isInStart, hasUnflushed }: Cut, earlier: Facts, findings: string[]): void {
  outcome.cuts += 1;
  for (const kind of factKinds) outcome.facts[kind] += facts[kind].size - earlier[kind].size;
  if (isInStart) outcome.startCuts += 1;
  if (hasUnflushed) outcome.unflushedCuts += 1;
  if (findings.length > 0) outcome.lossyCuts += 1;
  outcome.findings.push(...findings);
  process.send?.(outcome);
}

function pick<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)] as T;
}
