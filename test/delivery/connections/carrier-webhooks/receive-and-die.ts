import { loadConfig } from "../../../../src/app/config/reading.ts";
import { openInstallation } from "../../../../src/app/installation.ts";
import { receiveCarrierWebhook } from "../../../../src/delivery/connections/carrier-webhooks/receiving.ts";

/** Takes a webhook and kills the process at once: `receive-and-die.ts DATA KEY CARRIER SECRET`, the key in hex. */

const [data = "", key = "", carrierId = "", secret = ""] = process.argv.slice(2);
const secretKey = Buffer.from(key, "hex");
const { deps } = await openInstallation({ ...loadConfig({}, {}, {}), logLevel: "silent", data, secretKey });
await receiveCarrierWebhook(deps, { carrierId, secret }, { headers: {}, body: Buffer.from('{"news":1}') });
process.kill(process.pid, "SIGKILL");
