// Runs `bun <args…>` with the Bun version that package.json pins. Installs that Bun and the packages if they are missing.
// It needs Node 22 or newer and no packages, so a fresh checkout needs nothing else. Bun can run this file too.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";

refuseOldNode();
const root = import.meta.dirname;
const ownBunFolder = join(root, ".bun");
/** A package with Bun alone, and its lock file with the hash of each platform's archive. */
const pinnedBunFolder = join(root, "tools", "bun");
const installStamp = join(root, "node_modules", ".with-bun");
const isWindows = process.platform === "win32";
const parentCheckMs = 500;
const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

const version = readPinnedVersion();
const bun = findBun() ?? installBun();
process.env.PATH = `${dirname(bun)}${delimiter}${process.env.PATH ?? ""}`;
installPackages();
run(process.argv.slice(2));

/** Node 20 still works although its support has ended; older versions lack `import.meta.dirname`. */
function refuseOldNode() {
  const { node } = process.versions;
  const isTooOld = Number.parseInt(node, 10) < 20;
  if (isTooOld) fail(`Waybill needs Node 22 or newer; this is Node ${node}. See https://nodejs.org.`);
}

function readPinnedVersion() {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return packageManager.replace(/^bun@/, "");
}

function findBun() {
  if (process.versions.bun === version) return process.execPath;
  return ["bun", ...listOwnBuns()].find(hasPinnedVersion);
}

/** npm runs no install scripts here, so only the package of this platform holds a Bun that runs. */
function listOwnBuns() {
  const modules = join(ownBunFolder, "node_modules");
  const platformFolder = join(modules, "@oven");
  const platforms = existsSync(platformFolder) ? readdirSync(platformFolder) : [];
  const executable = isWindows ? "bun.exe" : "bun";
  return [
    join(modules, isWindows ? "bun/bin/bun.exe" : ".bin/bun"),
    ...platforms.map((platform) => join(platformFolder, platform, "bin", executable)),
  ];
}

function hasPinnedVersion(file) {
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8" });
  return status === 0 && stdout.trim() === version;
}

/** npm refuses an archive with another hash than the lock file has. No install script runs that could fetch another. */
function installBun() {
  progress(`Installing Bun ${version} into .bun (once, about 100 MB) …`);
  mkdirSync(ownBunFolder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) {
    copyFileSync(join(pinnedBunFolder, file), join(ownBunFolder, file));
  }
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const npm = spawnSync("npm", args, { cwd: ownBunFolder, encoding: "utf8", shell: isWindows });
  const hint = `Install Bun ${version} yourself (https://bun.com/docs/installation) and try again.`;
  if (npm.error) fail(`Bun ${version} is missing, and npm was not found to install it. ${hint}`);
  const installed = npm.status === 0 ? listOwnBuns().find(hasPinnedVersion) : undefined;
  if (!installed) {
    fail(`npm failed to install Bun ${version}. Check the network connection. ${hint}`, npm.stderr);
  }
  return installed;
}

function installPackages() {
  const wanted = createHash("sha256");
  for (const file of ["package.json", "bun.lock"]) wanted.update(readFileSync(join(root, file)));
  const stamp = wanted.digest("hex");
  if (existsSync(installStamp) && readFileSync(installStamp, "utf8") === stamp) return;
  progress("Installing packages …");
  const install = spawnSync(bun, ["install", "--frozen-lockfile"], { cwd: root, encoding: "utf8" });
  if (install.status !== 0) {
    fail("Installing the packages failed. Check the network connection.", install.stderr);
  }
  writeFileSync(installStamp, stamp);
}

function run(args) {
  const child = spawn(bun, args, { stdio: "inherit" });
  for (const signal of forwardedSignals) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child too. A second signal would stop it immediately.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event) endWithParent(child);
  child.on("error", (error) => fail(`Bun failed to start: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** npm and its shell do not forward signals: when they are gone, the child stops too. */
function endWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill("SIGTERM");
  }, parentCheckMs);
}

/** Progress goes to stderr: stdout belongs to the command. */
function progress(line) {
  process.stderr.write(`${line}\n`);
}

function fail(message, details = "") {
  process.stderr.write(`${details.trimEnd()}\n${message}\n`.trimStart());
  process.exit(1);
}
