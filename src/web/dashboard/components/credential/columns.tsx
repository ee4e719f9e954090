import { Code, Text } from "@mantine/core";
import type { KeyView } from "@/access/keys/schema.ts";
import type { Column } from "../list-table.tsx";
import { Time } from "../time.tsx";
import { CredentialActions } from "./actions.tsx";
import { type Credential, makerName, shortForm } from "./credential.ts";
import { CredentialState } from "./state.tsx";

interface CredentialColumnsOf<T> {
  /** What people call it: `Key`, `Token`. */
  title: string;
  /** What only this kind of credential has, after its name and text. */
  more?: readonly Column<T>[];
  /** What only this kind of credential has, after its last use. */
  uses?: readonly Column<T>[];
  /** Whether the person may rotate and revoke. */
  mayChange: boolean;
  onRotate: (credential: T) => void;
  onRevoke: (credential: T) => void;
}

/** The columns of a table of API keys or tokens. */
export function credentialColumns<T extends Credential & Pick<KeyView, "last_used_at" | "created_by">>({
  title,
  more = [],
  uses = [],
  mayChange,
  onRotate,
  onRevoke,
}: CredentialColumnsOf<T>): Column<T>[] {
  return [
    {
      title: "Name",
      main: true,
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    { title: "Status", badge: true, cell: (credential) => <CredentialState credential={credential} /> },
    { title, cell: (credential) => <Code>{shortForm(credential)}</Code> },
    ...more,
    {
      title: "Created by",
      cell: ({ created_by }) => makerName(created_by),
    },
    { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} none="Never" /> },
    ...uses,
    {
      title: "Actions",
      actions: true,
      cell: (credential) =>
        mayChange && (
          <CredentialActions
            credential={credential}
            onRotate={() => onRotate(credential)}
            onRevoke={() => onRevoke(credential)}
          />
        ),
    },
  ];
}
