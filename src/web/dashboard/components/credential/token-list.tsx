import { Button, Group, Text } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { TokenView, TokenWithSecretView } from "@/access/tokens/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { post, remove } from "../../../browser/api.ts";
import { type Scope, useMay } from "../../permissions.ts";
import { useList } from "../../queries.ts";
import { Empty } from "../empty.tsx";
import { type Column, ListTable } from "../list-table.tsx";
import { credentialColumns } from "./columns.tsx";
import type { CredentialPlace } from "./credential.ts";
import { RevokeCredential } from "./revoke.tsx";
import { RotateCredential } from "./rotate.tsx";
import { TokenSecret } from "./token-secret.tsx";

/** Of a carrier or driver of the account or of the installation. */
type TokensPath = `/${"platform" | "operator"}/${"carriers" | "drivers"}/${string}/tokens`;

interface TokenListProps {
  path: TokensPath;
  call: { environment: Environment } | { query: { environment: Environment } };
  /** The scopes that a change needs. */
  needs: readonly Scope[];
  lead: string;
  /** Why somebody needs a token. */
  empty: string;
  /** The dialog that creates one. */
  form: (form: TokenFormProps) => ReactNode;
  /** What only these tokens have, in the table. */
  more?: (changes: readonly string[], mayChange: boolean) => readonly Column<TokenView>[];
  /** A command that shows that the token works. */
  commandOf: (token: TokenWithSecretView, secret: string) => string;
}

export interface TokenFormProps {
  /** Paths to read again after a change. */
  changes: readonly string[];
  onClose: () => void;
  onCreated: (token: TokenWithSecretView) => void;
}

/** The dialog that is open. */
type Dialog =
  | { kind: "create" }
  | { kind: "secret"; token: TokenWithSecretView }
  | { kind: "rotate" | "revoke"; token: TokenView };

/** Tokens of a carrier or driver: created, rotated and revoked. */
export function TokenList({ path, call, needs, lead, empty, form, more, commandOf }: TokenListProps) {
  const changes = [path, "/audit"];
  const place: CredentialPlace<TokenWithSecretView> = {
    word: "token",
    changes,
    rotate: (id, grace_period_seconds, idempotencyKey) =>
      post(`${path}/${id}/rotation`, { grace_period_seconds }, { ...call, idempotencyKey }),
    revoke: (id) => remove(`${path}/${id}`, call),
  };
  const tokens = useList(path, call);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const showSecret = (token: TokenWithSecretView) => setDialog({ kind: "secret", token });
  const mayChange = useMay(...needs);
  const createButton = mayChange && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: "create" })}>
      Create a token
    </Button>
  );
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={640}>
          {lead}
        </Text>
        {createButton}
      </Group>
      <ListTable
        list={tokens}
        label="Tokens"
        keyOf={({ id }) => id}
        columns={credentialColumns<TokenView>({
          title: "Token",
          more: more?.(changes, mayChange) ?? [],
          mayChange,
          onRotate: (token) => setDialog({ kind: "rotate", token }),
          onRevoke: (token) => setDialog({ kind: "revoke", token }),
        })}
        empty={
          <Empty icon={IconKey} title="No tokens yet" action={createButton}>
            {empty}
          </Empty>
        }
      />
      {dialog?.kind === "create" && form({ changes, onClose: close, onCreated: showSecret })}
      {dialog?.kind === "secret" && (
        <TokenSecret token={dialog.token} commandOf={commandOf} onClose={close} />
      )}
      {dialog?.kind === "rotate" && (
        <RotateCredential credential={dialog.token} place={place} onClose={close} onRotated={showSecret} />
      )}
      {dialog?.kind === "revoke" && (
        <RevokeCredential credential={dialog.token} place={place} onClose={close} />
      )}
    </>
  );
}
