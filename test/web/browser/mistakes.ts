import { useNavigate } from "@tanstack/react-router";
import { get, getCsv, patch, post, remove } from "../../../src/web/browser/api.ts";
import { useList, useRead } from "../../../src/web/dashboard/queries.ts";
import { useSide } from "../../../src/web/dashboard/side.ts";

/** What pages may call, with what they get. */
export async function useWhatIsThere(side: "operator" | "platform", id: string): Promise<string[]> {
  const { pin } = await get(`/platform/shipments/${id}/pin`, { environment: "live" });
  const { name } = await get(`/${side}/carriers/${id}`);
  const { rows = [] } = useList("/platform/shipments", { query: { status: "quoted", environment: "live" } });
  const { data } = useRead(`/${side}/drivers/${id}`, { refetchInterval: ({ version }) => version });
  const saved = await patch(`/platform/webhooks/${id}`, { enabled: true });
  return [
    pin ?? "",
    name,
    data?.name ?? "",
    saved.url,
    ...rows.map(({ tracking_number }) => tracking_number),
  ];
}

/** What the types of pages refuse: nothing runs it, and it does not compile when one of them is allowed. */
export async function useMistakes(id: string, path: string): Promise<void> {
  // @ts-expect-error a path is in the table
  get("/platform/shipment");
  // @ts-expect-error to its end
  get(`/platform/shipments/${id}/pins`);
  // @ts-expect-error and one that could be any is in none
  get(path);
  // @ts-expect-error the method has it too
  remove("/platform/shipments");
  // @ts-expect-error a page reads what is there
  useRead(`/platform/shipments/${id}/quote`);
  // @ts-expect-error and lists it
  useList("/platform/shipment");
  // @ts-expect-error a file is of a list
  getCsv("/platform/charge", {});
  // @ts-expect-error a parameter has the name that the document has
  get("/platform/shipments", { query: { state: "quoted" } });
  // @ts-expect-error an operation with a body gets one
  post("/platform/shipments");
  // @ts-expect-error one without gets none
  post(`/platform/shipments/${id}/redaction`, { reason: "" });
  // @ts-expect-error a body has the members that the document has
  patch(`/platform/webhooks/${id}`, { isEnabled: true });
  // @ts-expect-error and what it needs
  post("/auth/sign-in", { email: "" });
  const { link } = useSide();
  const navigate = useNavigate();
  navigate(link("/drivers/$driverId", { driverId: id }));
  // @ts-expect-error both sides have the page
  navigate(link("/charges"));
  // @ts-expect-error with its parameters
  navigate(link("/drivers/$driverId"));
  const { status } = await get(`/platform/shipments/${id}`);
  // @ts-expect-error a response is what the operation answers
  status satisfies "gone";
  // @ts-expect-error and holds nothing else
  (await get(`/platform/shipments/${id}`)).state;
}
