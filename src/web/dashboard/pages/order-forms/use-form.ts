import { useParams } from "@tanstack/react-router";
import { useEnvironment } from "../../environment.ts";
import { useRead } from "../../queries.ts";

/** How often orders and devices are read again while somebody looks at them: no event tells of them. */
export const formEveryMs = 15_000;

/** Paths to read again after a form, or an order by one, has changed. */
export const formChanges = [
  "/platform/order-forms",
  "/platform/order-requests",
  "/platform/shipments",
  "/platform/attention",
  "/audit",
] as const;

/** The form named in the address, for its page and tabs. */
export function useOrderForm() {
  const environment = useEnvironment();
  const { formId = "" } = useParams({ strict: false });
  const path = `/platform/order-forms/${formId}` as const;
  const read = useRead(path, { environment, refetchInterval: formEveryMs });
  return { environment, formId, path, ...read };
}
