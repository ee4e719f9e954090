import { existsSync } from "node:fs";
import { findChromium } from "../browser/browser.ts";
import { findMissingRequirement } from "../power-cut/requirements.ts";
import { findGridPin } from "./gridpin.ts";
import { findLitestream } from "./litestream.ts";
import { mayMount } from "./mount.ts";
import { findPebble } from "./pebble.ts";
import { hasSshd } from "./sshd.ts";
import { findVersitygw } from "./versitygw.ts";

/** Things that some tests need and not every machine has. */
interface Requirement {
  /** Which tests those are; it continues "12 tests …". */
  tests: string;
  isMet: () => boolean;
  /** How to make them run. */
  remedy: string;
}

const succeeds = (...command: string[]) =>
  Bun.which(command[0] ?? "") !== null &&
  Bun.spawnSync(command, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;

export const requirements = {
  linux: {
    tests: "of what Linux alone has",
    isMet: () => process.platform === "linux",
    remedy: "run them on Linux",
  },
  root: {
    tests: "with files and processes of another user",
    isMet: () => process.getuid?.() === 0,
    remedy: "run them as root",
  },
  mounts: {
    tests: "on small file systems of their own",
    isMet: mayMount,
    remedy: "run them as root, where root may mount",
  },
  "power cuts": {
    tests: "that cut the power of a disk",
    isMet: () => findMissingRequirement("ext4") === undefined,
    remedy: "run them as root on Linux with /dev/fuse, loop devices and e2fsprogs",
  },
  containers: {
    tests: "of the container image",
    isMet: () => succeeds("skopeo", "--version") && succeeds("umoci", "--version") && mayMount(),
    remedy: "install skopeo and umoci, and run them as root, where root may mount",
  },
  systemd: {
    tests: "of the systemd unit",
    isMet: () => succeeds("systemd-analyze", "--version"),
    remedy: "install systemd",
  },
  litestream: {
    tests: "with Litestream",
    isMet: () => findLitestream() !== undefined,
    remedy: "install Litestream, or name its program in LITESTREAM",
  },
  Pebble: {
    tests: "with the certificate authority Pebble",
    isMet: () => findPebble() !== undefined && succeeds("openssl", "version"),
    remedy:
      "go install github.com/letsencrypt/pebble/v2/cmd/...@latest, or name the folder of its programs in PEBBLE",
  },
  versitygw: {
    tests: "with S3-compatible storage of others",
    isMet: () => findVersitygw() !== undefined,
    remedy:
      "go install github.com/versity/versitygw/cmd/versitygw@latest, or name the folder of its program in VERSITYGW",
  },
  GridPin: {
    tests: "with the geocoder GridPin",
    isMet: () => findGridPin() !== undefined,
    remedy: "cargo install gridpin --version 0.7.0 --locked, or name its program in GRIDPIN",
  },
  "OpenSSH server": {
    tests: "of copies over SFTP",
    isMet: hasSshd,
    remedy: "run them as root, with OpenSSH's server installed",
  },
  Python: {
    tests: "of the receiver in Python",
    isMet: () => succeeds("python3", "--version"),
    remedy: "install Python 3",
  },
  pytest: {
    tests: "of the examples for pytest",
    isMet: () => succeeds("python3", "-c", "import pytest"),
    remedy: "install Python 3 with pytest",
  },
  "vitest and jest": {
    tests: "of the examples for vitest and jest",
    isMet: () => existsSync(new URL("../../examples/testing/node_modules/.bin", import.meta.url)),
    remedy: "run npm run install:runners",
  },
  "npm's registry": {
    tests: "of commands in a fresh clone",
    isMet: () => succeeds("npm", "view", "typescript@5.9.3", "version"),
    remedy: "run them with npm, where its registry is reached",
  },
  pip: {
    tests: "of the pytest plugin as pip installs it",
    isMet: () => succeeds("pip", "index", "versions", "setuptools"),
    remedy: "install pip, where its registry is reached",
  },
  Maven: {
    tests: "of the module of Testcontainers for Java",
    isMet: () => succeeds("mvn", "--version") && succeeds("javac", "--version"),
    remedy: "install Maven with a JDK of Java 17 or newer, where its registry is reached",
  },
  Go: {
    tests: "of the receiver in Go",
    isMet: () => succeeds("go", "version"),
    remedy: "install Go",
  },
  Ruby: {
    tests: "of the receiver in Ruby",
    // A separate gem since Ruby 3.
    isMet: () => succeeds("ruby", "-e", 'require "webrick"'),
    remedy: "install Ruby and its gem webrick",
  },
  PHP: {
    tests: "of the receiver in PHP",
    isMet: () => succeeds("php", "--version"),
    remedy: "install PHP's command line",
  },
  chromium: {
    tests: "in the browser",
    isMet: () => findChromium() !== undefined,
    remedy: "install Chromium (TEST_BROWSER_REQUIRED=1 makes its absence a failure)",
  },
} as const satisfies Record<string, Requirement>;

export type RequirementName = keyof typeof requirements;

export const requirementNames = Object.keys(requirements) as RequirementName[];

/**
 * Whether its absence fails the run: with `TEST_ALL_REQUIRED`, and for the browser also with `TEST_BROWSER_REQUIRED`.
 */
export function isRequired(name: RequirementName): boolean {
  if (name === "chromium" && process.env.TEST_BROWSER_REQUIRED) return true;
  return Boolean(process.env.TEST_ALL_REQUIRED);
}

const met = new Map<RequirementName, boolean>();

export function isMet(name: RequirementName): boolean {
  const known = met.get(name) ?? requirements[name].isMet();
  met.set(name, known);
  return known;
}

/** Whether tests that need it are left out here. */
export function isLeftOut(name: RequirementName): boolean {
  return !isRequired(name) && !isMet(name);
}

/** Suffix for the name of a skipped test, so that the report says why. */
export const markOf = (name: RequirementName) => `[needs ${name}]`;
