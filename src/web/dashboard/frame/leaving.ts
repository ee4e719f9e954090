import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { post } from "../api.ts";
import { forgetFirstKey } from "../first-key.ts";
import { useAction } from "../queries.ts";

/** Signs out. Who is still signed in afterwards is told so: the next at this computer would be, too. */
export function useSignOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useAction(() => post("/auth/sign-out"), {
    changes: [],
    onDone: () => {
      forgetFirstKey(client);
      void navigate({ to: "/sign-in", search: {} }).then(() => client.clear());
    },
  });
  return {
    isLeaving: leave.isPending,
    signOut: () =>
      leave.mutate(undefined, {
        onError: ({ title }) =>
          notifications.show({
            color: "red",
            autoClose: false,
            title: "You are still signed in",
            message: `${title}. Sign out again.`,
          }),
      }),
  };
}
