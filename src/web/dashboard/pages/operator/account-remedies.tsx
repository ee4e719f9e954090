import { Button, Group } from "@mantine/core";
import { IconEye, IconMail, IconStairs, IconWebhook } from "@tabler/icons-react";
import { useState } from "react";
import type { OperatorAccountView } from "@/operator/schema.ts";
import { post } from "../../../browser/api.ts";
import { ProblemAlert } from "../../components/problem.tsx";
import { useEnvironment } from "../../environment.ts";
import { useAction, useRead } from "../../queries.ts";
import { MoveAccount } from "./move-account.tsx";

/** What the operator can do about an account's needs. */
export function AccountRemedies({ account }: { account: OperatorAccountView }) {
  const { id, name, users, needs } = account;
  const tiers = useRead("/operator/tiers");
  const [isMoving, setIsMoving] = useState(false);
  const looking = useLookAs(id);
  const failing = needs.find(({ webhook_id }) => webhook_id !== null);
  const needsMore = needs.some(({ kind }) => ["quota", "storage", "rate_limit"].includes(kind));
  const [addressee] = users;
  return (
    <>
      <ProblemAlert problem={looking.error} />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconEye size={14} />}
          aria-label={`Look as them: ${name}`}
          onClick={() => looking.mutate({})}
        >
          Look as them
        </Button>
        {failing && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconWebhook size={14} />}
            aria-label={`Open endpoint of ${name}`}
            onClick={() =>
              looking.mutate({
                path: `/webhooks/${failing.webhook_id}`,
                ...(failing.environment !== null && { place: failing.environment }),
              })
            }
          >
            Open endpoint
          </Button>
        )}
        {needsMore && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconStairs size={14} />}
            aria-label={`Move to another tier… ${name}`}
            onClick={() => setIsMoving(true)}
          >
            Move to another tier…
          </Button>
        )}
        {addressee && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMail size={14} />}
            component="a"
            href={`mailto:${encodeURIComponent(addressee.email)}`}
            aria-label={`Mail ${addressee.email}`}
          >
            Mail
          </Button>
        )}
      </Group>
      {isMoving && (
        <MoveAccount
          account={account}
          tiers={tiers.data?.data.map((tier) => tier.name) ?? []}
          onClose={() => setIsMoving(false)}
        />
      )}
    </>
  );
}

/** Looks as an account, from its overview on or from another page below the environment, such as `/webhooks/whe_…`. */
function useLookAs(accountId: string) {
  const environment = useEnvironment();
  return useAction(
    ({ path = "", place = environment }: { path?: string; place?: string }) =>
      post(`/operator/accounts/${accountId}/view`).then(() => `/dashboard/${place}${path}`),
    // A new start: nothing that was read as the operator stays.
    { changes: [], onDone: (address) => location.assign(address) },
  );
}
