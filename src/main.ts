import { runCli } from "./cli/program.ts";

process.exit(await runCli(process.argv.slice(2)));
