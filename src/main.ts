import { runCli } from "./cli/program.ts";

// What Waybill writes is its owner's alone.
process.umask(0o077);
process.exit(await runCli(process.argv.slice(2)));
