import { useBlocker } from "@tanstack/react-router";
import { Confirm } from "./confirm.tsx";

interface LeaveGuardProps {
  /** Whether leaving the page would lose something. */
  isTyped: () => boolean;
}

/** Asks before somebody leaves a long form that they filled. The browser asks before it closes or reloads the page. */
export function LeaveGuard({ isTyped }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isTyped(),
    // A hidden page starts over: somebody else signed in.
    enableBeforeUnload: () => isTyped() && !document.body.hidden,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Confirm
      title="Leave this page?"
      submit="Leave"
      cancel="Stay"
      send={async () => proceed()}
      onClose={reset}
    >
      What you entered here is not saved.
    </Confirm>
  );
}
