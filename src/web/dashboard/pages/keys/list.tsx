import { Button, Text, Tooltip } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyView, KeyWithSecretView } from "@/access/keys/schema.ts";
import { scopes } from "@/access/model.ts";
import { post, remove } from "../../../browser/api.ts";
import { credentialColumns } from "../../components/credential/columns.tsx";
import type { CredentialPlace } from "../../components/credential/credential.ts";
import { RevokeCredential } from "../../components/credential/revoke.tsx";
import { RotateCredential } from "../../components/credential/rotate.tsx";
import { Empty } from "../../components/empty.tsx";
import { FirstKey } from "../../components/first-key.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { useEnvironment } from "../../environment.ts";
import { forgetIfFirst } from "../../first-key.ts";
import { useMay } from "../../permissions.ts";
import { useList, useRead } from "../../queries.ts";
import { environmentLooks } from "../../theme.ts";
import { CreateKeyDialog, keyChanges } from "./create-key.tsx";
import { KeyRequests } from "./key-requests.tsx";
import { KeySecret } from "./key-secret.tsx";
import { useKeyTexts } from "./texts.ts";

/** The dialog that is open. */
type Dialog =
  | { kind: "create" }
  | { kind: "secret"; key: KeyWithSecretView }
  | { kind: "rotate" | "revoke"; key: KeyView };

const place: CredentialPlace<KeyWithSecretView> = {
  word: "key",
  changes: keyChanges,
  rotate: (id, grace_period_seconds, idempotencyKey) =>
    post(`/keys/${id}/rotation`, { grace_period_seconds }, { idempotencyKey }),
  revoke: (id) => remove(`/keys/${id}`),
};

export function KeysPage() {
  const environment = useEnvironment();
  const keys = useList("/keys", { query: { environment } });
  const usage = useRead("/platform/usage", { environment, query: { group_by: "key" } });
  const [dialog, setDialog] = useState<Dialog>();
  const client = useQueryClient();
  const close = () => setDialog(undefined);
  const showSecret = (key: KeyWithSecretView) => setDialog({ kind: "secret", key });
  const texts = useKeyTexts();
  const word = environmentLooks[environment].word.toLowerCase();
  const mayChange = useMay("keys:write");
  const createButton = mayChange && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: "create" })}>
      {texts.create}
    </Button>
  );
  return (
    <Page title={texts.title} lead={texts.lead(word)} action={createButton}>
      <FirstKey />
      <ListTable
        list={keys}
        label={texts.title}
        keyOf={({ id }) => id}
        columns={credentialColumns<KeyView>({
          title: texts.key,
          more: [{ title: texts.permissions, cell: (key) => <Scopes scopes={key.scopes} /> }],
          uses: [{ title: texts.requests, cell: ({ id }) => <KeyRequests keyId={id} usage={usage.data} /> }],
          mayChange,
          onRotate: (key) => setDialog({ kind: "rotate", key }),
          onRevoke: (key) => setDialog({ kind: "revoke", key }),
        })}
        empty={
          <Empty icon={IconKey} title={texts.none(word)} action={createButton}>
            {texts.noneHint}
          </Empty>
        }
      />
      {dialog?.kind === "create" && <CreateKeyDialog onClose={close} onCreated={showSecret} />}
      {dialog?.kind === "secret" && <KeySecret apiKey={dialog.key} onClose={close} />}
      {dialog?.kind === "rotate" && (
        <RotateCredential
          credential={dialog.key}
          place={place}
          onClose={close}
          onRotated={(successor) => {
            forgetIfFirst(client, dialog.key.id);
            showSecret(successor);
          }}
        />
      )}
      {dialog?.kind === "revoke" && (
        <RevokeCredential
          credential={dialog.key}
          place={place}
          onClose={close}
          onRevoked={() => forgetIfFirst(client, dialog.key.id)}
        />
      )}
    </Page>
  );
}

function Scopes({ scopes: given }: { scopes: KeyView["scopes"] }) {
  const texts = useKeyTexts();
  if (given.length === scopes.length) return <Text size="sm">{texts.allScopes}</Text>;
  return (
    <Tooltip label={given.join(", ")} multiline maw={320}>
      <Text size="sm" span tabIndex={0}>
        {given.length === 1 ? given[0] : texts.someScopes(given.length, scopes.length)}
      </Text>
    </Tooltip>
  );
}
