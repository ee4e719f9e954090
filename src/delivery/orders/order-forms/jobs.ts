import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { acceptOrder, dueOrders } from "./accepting.ts";
import { dueCodes, mailCode, type WriteCode } from "./mailing.ts";
import { dueForms, resumeForm } from "./pausing.ts";

/** Mail servers refuse senders with many connections. */
const inFlightMax = 2;

/** Accepts offers for orders that nobody has to approve, where a stop came between. */
export const acceptOrders: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `order_forms.accept.${environment}`,
    rows: dueOrders(deps, environment),
    task: (id) => acceptOrder(deps, environment, id),
    inFlightMax,
  });

/** Lets forms go on whose pause is over. */
export const resumeForms: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `order_forms.resume.${environment}`,
    rows: dueForms(deps, environment),
    task: (id) => resumeForm(deps, environment, id),
    inFlightMax,
  });

/** Mails customers the codes that show their earlier orders. */
export const mailCodes =
  (writeCode: WriteCode): JobFactory =>
  (deps, environment) =>
    rowJob(deps, environment, {
      name: "order_forms.mail_codes",
      rows: dueCodes(deps, environment),
      task: (id) => mailCode(deps, environment, id, writeCode),
      inFlightMax,
    });
