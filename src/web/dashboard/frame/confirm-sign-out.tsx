import { Confirm } from "../components/confirm.tsx";

interface ConfirmSignOutProps {
  signOut: () => void;
  onClose: () => void;
}

/** Asks whoever would lose the first API key. */
export function ConfirmSignOut({ signOut, onClose }: ConfirmSignOutProps) {
  return (
    <Confirm
      title="Sign out and lose your first API key?"
      submit="Sign out"
      send={async () => {
        onClose();
        signOut();
      }}
      onClose={onClose}
    >
      You have not copied your first API key. It won't be shown again after you sign out. Copy it on the
      overview, or create another key later.
    </Confirm>
  );
}
