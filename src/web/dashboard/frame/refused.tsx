import { Button, Code, Text } from "@mantine/core";
import { isProblem, notLoaded, type Problem } from "../api.ts";
import { Door } from "../components/door.tsx";
import { PageProblem } from "../components/problem.tsx";
import { useSignOut } from "./leaving.ts";

/** In place of all pages, where nobody can be told apart or let in, or what stands around them failed. */
export function Refused({ error }: { error: unknown }) {
  if (isProblem(error) && error.code === "account_suspended") return <Suspended problem={error} />;
  const isOfSession = isProblem(error) && error.code !== notLoaded.code;
  return (
    <Door
      title="Not now"
      lead={isOfSession ? "Who is signed in could not be read." : "A part of the dashboard did not come."}
    >
      <PageProblem error={error} />
    </Door>
  );
}

function Suspended({ problem }: { problem: Problem }) {
  const { isLeaving, signOut } = useSignOut();
  return (
    <Door
      title={problem.title}
      lead="Its keys and sessions are refused. What it has is kept, and its shipments go on."
    >
      <Text size="sm">
        Ask whoever runs this installation why, and to restore it
        {problem.request_id !== undefined && (
          <>
            ; name the request <Code>{problem.request_id}</Code>
          </>
        )}
        .
      </Text>
      <Button variant="default" loading={isLeaving} onClick={signOut}>
        Sign out
      </Button>
    </Door>
  );
}
