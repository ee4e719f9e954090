import { post } from "../../api.ts";
import { useEnvironment } from "../../environment.ts";
import { useAction } from "../../queries.ts";

/** Looks as an account, from its overview on or from another page below the environment, such as `/webhooks/whe_…`. */
export function useLookAs(accountId: string) {
  const environment = useEnvironment();
  return useAction(
    ({ path = "", place = environment }: { path?: string; place?: string }) =>
      post(`/operator/accounts/${accountId}/view`).then(() => `/dashboard/${place}${path}`),
    // A new start: nothing that was read as the operator stays.
    { changes: [], onDone: (address) => location.assign(address) },
  );
}
