import { Button, Code, Group, Text } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { TokenView, TokenWithSecretView } from "../../../access/tokens/schema.ts";
import { CredentialActions } from "../components/credential/actions.tsx";
import { shortForm } from "../components/credential/credential.ts";
import { RevokeCredential } from "../components/credential/revoke.tsx";
import { RotateCredential } from "../components/credential/rotate.tsx";
import { CredentialState } from "../components/credential/state.tsx";
import { Empty } from "../components/empty.tsx";
import { ListTable } from "../components/list-table.tsx";
import { Time } from "../components/time.tsx";
import { useList } from "../queries.ts";
import { useCarrier } from "./carrier/carrier.ts";
import { CreateToken } from "./carrier/create-token.tsx";
import { TokenSecret } from "./carrier/token-secret.tsx";

/** The dialog that is open. */
type Dialog =
  | { kind: "create" }
  | { kind: "secret"; token: TokenWithSecretView }
  | { kind: "rotate" | "revoke"; token: TokenView };

/** The tokens with which a carrier calls Waybill. */
export function CarrierTokensPage() {
  const { path: carrierPath, call } = useCarrier();
  const path = `${carrierPath}/tokens`;
  const place = { word: "token", path, call, changes: [path, "/audit"] };
  const tokens = useList<TokenView>(path, call);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const showSecret = (token: TokenWithSecretView) => setDialog({ kind: "secret", token });
  const createButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: "create" })}>
      Create a token
    </Button>
  );
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={640}>
          The carrier's system sends a token with every report. It sees only what was booked with this
          carrier.
        </Text>
        {createButton}
      </Group>
      <ListTable
        list={tokens}
        label="Tokens"
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Name",
            cell: ({ name }) => (
              <Text size="sm" fw={600}>
                {name}
              </Text>
            ),
          },
          { title: "Token", cell: (token) => <Code>{shortForm(token)}</Code> },
          { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} none="Never" /> },
          { title: "Status", cell: (token) => <CredentialState credential={token} /> },
          {
            title: "",
            align: "right",
            cell: (token) => (
              <CredentialActions
                credential={token}
                onRotate={() => setDialog({ kind: "rotate", token })}
                onRevoke={() => setDialog({ kind: "revoke", token })}
              />
            ),
          },
        ]}
        empty={
          <Empty icon={IconKey} title="No tokens yet" action={createButton}>
            A carrier needs a token to report progress, positions and proof of delivery.
          </Empty>
        }
      />
      {dialog?.kind === "create" && <CreateToken place={place} onClose={close} onCreated={showSecret} />}
      {dialog?.kind === "secret" && <TokenSecret token={dialog.token} onClose={close} />}
      {dialog?.kind === "rotate" && (
        <RotateCredential<TokenWithSecretView>
          credential={dialog.token}
          place={place}
          onClose={close}
          onRotated={showSecret}
        />
      )}
      {dialog?.kind === "revoke" && (
        <RevokeCredential credential={dialog.token} place={place} onClose={close} />
      )}
    </>
  );
}
