import { Button, Group, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import type { EstimateView } from "@/delivery/lifecycle/quotes/schema.ts";
import { post } from "@/web/browser/api.ts";
import { isProblem, type Problem } from "@/web/browser/problem.ts";
import { Expected } from "../../../components/expected.tsx";
import { placeProblem } from "../../../components/form.tsx";
import { Notice } from "../../../components/notice.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { formatMoney } from "../../../format.ts";
import { useAction } from "../../../queries.ts";
import { useMayAgree } from "../agreed/fields.tsx";
import { Unavailable } from "./unavailable.tsx";
import { type ShipmentValues, toRequest } from "./values.ts";
import { warningInWords } from "./warning.ts";

/** What carriers would charge for the shipment in the form. It creates nothing. */
export function Prices({ form }: { form: UseFormReturnType<ShipmentValues> }) {
  const environment = useEnvironment();
  const [problem, setProblem] = useState<Problem | null>(null);
  const mayAgree = useMayAgree();
  const { reference: _, accept: _agreed, ...draft } = toRequest(form.values, environment === "sandbox");
  const estimate = useAction(
    (input: typeof draft, idempotencyKey) =>
      post("/platform/estimates", input, { environment, idempotencyKey }),
    { changes: [] },
  );
  const show = async (fields: HTMLFormElement | null) => {
    setProblem(null);
    if ((await form.validate()).hasErrors) return;
    try {
      await estimate.mutateAsync(draft);
    } catch (error) {
      if (!isProblem(error)) throw error;
      setProblem(placeProblem(form, fields, error));
    }
  };
  // Prices of what the form said earlier are not shown.
  const isCurrent = JSON.stringify(estimate.variables) === JSON.stringify(draft);
  return (
    <Section
      title="Prices"
      lead="What carriers would charge. Nothing is created."
      action={
        <Button
          size="xs"
          variant="default"
          loading={estimate.isPending}
          onClick={({ currentTarget }) => void show(currentTarget.form)}
        >
          Show prices
        </Button>
      }
    >
      <Stack gap="sm" aria-live="polite">
        <ActionProblem problem={problem} />
        {estimate.data && isCurrent && <Estimates estimate={estimate.data} />}
      </Stack>
      {mayAgree && isCurrent && isPlaceless(estimate.data) && (
        <Text size="sm">
          A carrier needs more of the address for its price. Set the pin above, or enter a price.
        </Text>
      )}
    </Section>
  );
}

function isPlaceless(estimate: EstimateView | undefined): boolean {
  return estimate?.unavailable.some(({ code }) => code === "incomplete_address") ?? false;
}

function Estimates({ estimate: { data, unavailable, warnings } }: { estimate: EstimateView }) {
  return (
    <>
      {warnings.map((warning) => (
        <Notice key={warning.pointer + warning.code} tone="warn">
          {warningInWords(warning)}
        </Notice>
      ))}
      <ul className="plain-list">
        {data.map(({ carrier, service, price, estimated_delivery_at, estimated_delivery_date }) => (
          <Group key={`${carrier.id} ${service.code}`} component="li" justify="space-between" wrap="nowrap">
            <Text span size="sm">
              {carrier.name}, {service.name}
              {(estimated_delivery_at ?? estimated_delivery_date) !== null && (
                <>
                  , delivery <Expected at={estimated_delivery_at ?? estimated_delivery_date} />
                </>
              )}
            </Text>
            <Text span size="sm" fw={650}>
              {formatMoney(price)}
            </Text>
          </Group>
        ))}
      </ul>
      <Unavailable entries={unavailable} />
    </>
  );
}
