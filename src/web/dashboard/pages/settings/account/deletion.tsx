import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { AccountView, DeletionView } from "@/delivery/privacy/account/schema.ts";
import { post, remove } from "@/web/browser/api.ts";
import { ConfirmByName } from "../../../components/confirm-by-name.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Permitted } from "../../../components/permitted.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { Time, timeInFull } from "../../../components/time.tsx";
import { useMay } from "../../../permissions.ts";
import { useAction } from "../../../queries.ts";

const path = "/account/deletion";
const changes = ["/platform/account", "/auth/session", "/audit"];

/** Deletes the account after a waiting time, in which the deletion can be taken back. */
export function DeletionSection({ account: { deletion, name } }: { account: AccountView }) {
  const mayDelete = useMay("account:write");
  const [isAsking, setIsAsking] = useState(false);
  if (!deletion && !mayDelete) return null;
  return (
    <Section title="Delete account" lead="Everything in sandbox and live, with its people.">
      {deletion ? (
        <Closing deletion={deletion} />
      ) : (
        <Group>
          <Button color="red.8" onClick={() => setIsAsking(true)}>
            Delete account…
          </Button>
        </Group>
      )}
      {isAsking && <DeleteAccount name={name} onClose={() => setIsAsking(false)} />}
    </Section>
  );
}

/** The waiting time. */
function Closing({ deletion: { due_at } }: { deletion: DeletionView }) {
  const keep = useAction((_: undefined) => remove(path), { changes, success: "The account stays." });
  return (
    <>
      <Notice tone="bad">
        This account will be deleted <Time at={due_at} />, on {timeInFull(due_at)}. API keys and drivers are
        refused already.
      </Notice>
      <ActionProblem problem={keep.error} />
      <Permitted needs={["account:write"]}>
        <Group>
          <Button loading={keep.isPending} onClick={() => keep.mutate(undefined)}>
            Keep the account
          </Button>
        </Group>
      </Permitted>
    </>
  );
}

function DeleteAccount({ name, onClose }: { name: string; onClose: () => void }) {
  const close = useAction((_: undefined) => post(path), {
    changes,
    success: ({ due_at }) => `The account will be deleted on ${timeInFull(due_at)}.`,
    onDone: onClose,
  });
  return (
    <ConfirmByName
      title={`Delete ${name}`}
      name={name}
      submit="Delete account"
      send={() => close.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        The account closes at once: API keys, carriers and drivers are refused. After a waiting time Waybill
        deletes all shipments, events, keys, pictures and people. Until then you can sign in, download the
        data and keep the account.
      </Text>
    </ConfirmByName>
  );
}
