import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconRefresh, IconTrash } from "@tabler/icons-react";
import { type Credential, isActive } from "./credential.ts";

interface CredentialActionsProps {
  credential: Credential;
  onRotate: () => void;
  onRevoke: () => void;
}

/** The menu of a credential that still works. */
export function CredentialActions({ credential, onRotate, onRevoke }: CredentialActionsProps) {
  if (!isActive(credential)) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${credential.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={onRotate}>
          Rotate…
        </Menu.Item>
        <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={onRevoke}>
          Revoke…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
