import { Button, Code, Text } from "@mantine/core";
import { isProblem, notLoaded, type Problem } from "../../browser/problem.ts";
import { PageProblem } from "../components/problem.tsx";
import { StandalonePage } from "../components/standalone-page.tsx";
import { useSignOut } from "./sign-out.ts";

/** Shown instead of the dashboard when the session or the frame failed to load, or the account is suspended. */
export function DashboardError({ error }: { error: unknown }) {
  if (isProblem(error) && error.code === "account_suspended") return <Suspended problem={error} />;
  const isOfSession = isProblem(error) && error.code !== notLoaded.code;
  return (
    <StandalonePage
      title="Loading failed"
      lead={
        isOfSession
          ? "Your session failed to load."
          : "Part of the dashboard failed to load. Reload the page."
      }
    >
      <PageProblem error={error} />
    </StandalonePage>
  );
}

function Suspended({ problem }: { problem: Problem }) {
  const { isSigningOut, signOut } = useSignOut();
  return (
    <StandalonePage
      title={problem.title}
      lead="Its API keys and sessions are blocked. Its data is kept, and shipments continue."
    >
      <Text size="sm">
        Contact the operator of this installation.
        {problem.request_id !== undefined && (
          <>
            {" "}
            Request ID <Code>{problem.request_id}</Code>
          </>
        )}
      </Text>
      <Button variant="default" loading={isSigningOut} onClick={signOut}>
        Sign out
      </Button>
    </StandalonePage>
  );
}
