import { startWaybill } from "waybill-client/testing";

/** Vitest and jest run this once: all their workers use this server. */
export default async function setup() {
  const waybill = await startWaybill();
  Object.assign(process.env, waybill.env);
  return waybill.stop;
}
