import { Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "../components/dialog.tsx";
import { SignInForm } from "../components/sign-in-form.tsx";

/** Hides the page of a session that has ended, and keeps what was typed there for the same person. */
export function SignInAgain({ email }: { email: string }) {
  const client = useQueryClient();
  const goOn = () => {
    notifications.show({ message: "You are signed in again. What was not saved can be sent now." });
    void client.invalidateQueries();
  };
  return (
    <Dialog title="Sign in" isCover>
      <Stack>
        <Text size="sm">Your session has ended. The page is as you left it once you are back.</Text>
        <SignInForm email={email} onDone={goOn} />
      </Stack>
    </Dialog>
  );
}
