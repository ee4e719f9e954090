import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { post } from "../../browser/api.ts";
import { forgetFirstKey } from "../first-key.ts";
import { leaveForSignIn } from "../person.ts";
import { useAction } from "../queries.ts";

/** Signs out. Says so if that fails: the next person at this computer would still be signed in. */
export function useSignOut() {
  const client = useQueryClient();
  const signOut = useAction(() => post("/auth/sign-out"), {
    changes: [],
    onDone: () => {
      forgetFirstKey(client);
      leaveForSignIn(client);
    },
  });
  return {
    isSigningOut: signOut.isPending,
    signOut: () =>
      signOut.mutate(undefined, {
        onError: ({ title }) =>
          notifications.show({
            color: "red",
            autoClose: false,
            title: "You are still signed in",
            message: `${title}. Try again.`,
          }),
      }),
  };
}
