import { Checkbox, MultiSelect, Text } from "@mantine/core";
import type { AccountView } from "@/delivery/privacy/account/schema.ts";
import { patch } from "@/web/browser/api.ts";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { usePermissions } from "../../../permissions.ts";
import { useAction } from "../../../queries.ts";
import { sideOf } from "../../../side.ts";
import { useFleetsOf } from "../../drivers/fleets.ts";

/** Whether new orders go to the account's own fleet as they come. */
export function BookAtOnce({ account }: { account: AccountView }) {
  const environment = useEnvironment();
  const { may, refusal } = usePermissions();
  const mayChange = may("account:write");
  const fleets = useFleetsOf(sideOf(environment, false), may("carriers:read"));
  const change = useAction(
    (carriers: readonly string[]) =>
      patch(
        "/platform/account",
        { accept_by_default: carriers.length === 0 ? null : { carriers: [...carriers] } },
        { environment },
      ),
    { changes: ["/platform/account", "/audit"], success: "Saved." },
  );
  const { accept_by_default: stored } = account;
  const own = (fleets ?? []).map(({ code, name }) => ({ value: code, label: name }));
  const shown = change.isPending ? change.variables : (stored?.carriers ?? []);
  const known = new Set(own.map(({ value }) => value));
  // What was set by the API may name other carriers.
  const others = shown.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }));
  const isOn = change.isPending ? change.variables.length > 0 : stored !== null;
  if (own.length === 0 && !isOn) return null;
  return (
    <Section title="Own work" lead="For orders that do not say who gets them, such as those from the API.">
      <ActionProblem problem={change.error} />
      <Checkbox
        label="Book own work at once"
        description="Your fleet gets each new order, without a click on its quote"
        checked={isOn}
        disabled={!mayChange || change.isPending}
        onChange={({ currentTarget }) =>
          change.mutate(currentTarget.checked ? own.map(({ value }) => value) : [])
        }
      />
      {isOn && shown.length === 0 && (
        <Text size="sm">Every carrier of the account counts: the best quote is accepted.</Text>
      )}
      {isOn && own.length + others.length > 1 && shown.length > 0 && (
        <MultiSelect
          label="Who is booked"
          description="The cheapest quote of these"
          data={[...own, ...others]}
          value={[...shown]}
          disabled={!mayChange || change.isPending}
          onChange={(carriers) => change.mutate(carriers)}
        />
      )}
      {!mayChange && (
        <Text size="sm" c="dimmed">
          {refusal}
        </Text>
      )}
    </Section>
  );
}
