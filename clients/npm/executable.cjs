"use strict";
const { accessSync, chmodSync, constants, existsSync } = require("node:fs");
const { dirname, join, sep } = require("node:path");
const { version } = require("./package.json");

/** The packages that npm may have installed beside this one, one a platform: `process.platform-process.arch` → names. */
const platforms = {
  "linux-x64": ["waybill-linux-x64", "waybill-linux-x64-musl"],
  "linux-arm64": ["waybill-linux-arm64", "waybill-linux-arm64-musl"],
  "darwin-arm64": ["waybill-darwin-arm64"],
  "darwin-x64": ["waybill-darwin-x64"],
  "win32-x64": ["waybill-win32-x64"],
};

/**
 * The path of the executable for this machine.
 * @throws Error with one sentence that says what is missing and which command installs it
 */
exports.executable = function executable() {
  const machine = `${process.platform}-${process.arch}`;
  const [plain, musl] = platforms[machine] ?? [];
  if (plain === undefined) {
    const names = Object.keys(platforms).join(", ");
    throw new Error(`There is no Waybill for ${machine}; it exists for ${names}.`);
  }
  const name = musl === undefined ? plain : fitting(plain, musl);
  const file = join(folderOf(name), process.platform === "win32" ? "waybill.exe" : "waybill");
  makeExecutable(file);
  return file;
};

/**
 * Alpine's C library is not the one of other Linux systems: an executable for one does not start on the other.
 * @throws Error where glibc is too old
 */
function fitting(plain, musl) {
  process.report.excludeNetwork = true;
  const { glibcVersionRuntime: glibc } = process.report.getReport().header;
  if (glibc === undefined) return musl;
  const [major, minor] = glibc.split(".").map(Number);
  if (major < 2 || (major === 2 && minor < 34))
    throw new Error(
      `Waybill needs glibc 2.34 or newer; this machine has ${glibc}. Use a newer system, or the container image.`,
    );
  return plain;
}

function folderOf(name) {
  let manifest;
  try {
    manifest = require.resolve(`${name}/package.json`);
  } catch {
    throw new Error(
      `The package ${name} is not installed, because the lock file was made on another platform or optional packages were left out. Run: ${installing(name)}`,
    );
  }
  const installed = require(manifest).version;
  if (installed !== version)
    throw new Error(`${name} is ${installed}, but waybill is ${version}. Run: ${installing(name)}`);
  return dirname(manifest);
}

/** The command that installs a package beside this one, of the package manager that installed this one. */
function installing(name) {
  const hasYarn = [".yarn-integrity", ".yarn-state.yml"].some((file) =>
    existsSync(join(__dirname, "..", file)),
  );
  const command = __dirname.includes(`${sep}.pnpm${sep}`)
    ? "pnpm add --save-optional"
    : hasYarn || process.versions.pnp
      ? "yarn add --optional"
      : "npm install --no-save";
  return `${command} ${name}@${version}`;
}

/** Some package managers drop the mode of files. */
function makeExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    try {
      chmodSync(file, 0o755);
    } catch (error) {
      throw new Error(`${file} may not be run: ${error.message}. Run: chmod +x ${JSON.stringify(file)}`);
    }
  }
}
