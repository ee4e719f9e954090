#!/usr/bin/env node
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { executable } = require("./executable.cjs");

/** Runs Waybill in the place of this process: its streams, its signals, its exit code. */
function run() {
  const child = spawn(executable(), process.argv.slice(2), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child too. A second signal would stop it immediately.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", fail);
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function fail({ message }) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

try {
  run();
} catch (error) {
  fail(error);
}
