import { Group, SimpleGrid } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { RequestWithBodies } from "../../../access/request-log/schema.ts";
import { Body } from "../components/body.tsx";
import { Copy } from "../components/copy.tsx";
import { Fact, Facts } from "../components/facts.tsx";
import { Page } from "../components/page.tsx";
import { Section } from "../components/section.tsx";
import { PageSkeleton } from "../components/skeleton.tsx";
import { ThingProblem } from "../components/thing-problem.tsx";
import { Time } from "../components/time.tsx";
import { useEnvironment } from "../environment.ts";
import { msInFigures } from "../figures.ts";
import { useRead } from "../queries.ts";
import { pathWithin, RequestStatus } from "./requests/request.tsx";

const notKept = "None, or not kept: what was only read can be asked for again.";
const route = getRouteApi("/$environment/requests/$requestId");

export function RequestPage() {
  const environment = useEnvironment();
  const { requestId } = route.useParams();
  const { data: request, error } = useRead<RequestWithBodies>(`/platform/requests/${requestId}`, {
    environment,
  });
  if (error && !request) return <ThingProblem problem={error} kind="request" />;
  if (!request) return <PageSkeleton />;
  const [path = "", query] = request.path.split("?");
  return (
    <Page
      title={`${request.method} ${pathWithin(path)}`}
      isThing
      lead={
        <Group component="span" gap="xs">
          {request.id}
          <Copy text={request.id} label="Copy the request id" />
        </Group>
      }
    >
      <Section title="Request">
        <Facts>
          <Fact label="Answer">
            <RequestStatus request={request} />
          </Fact>
          {query !== undefined && (
            <Fact label="Query" isCode>
              {query}
            </Fact>
          )}
          <Fact label="Route" isCode>
            {request.route}
          </Fact>
          <Fact label="When">
            <Time at={request.created_at} />
          </Fact>
          <Fact label="Took">{msInFigures(request.duration_ms)}</Fact>
          <Fact label="By" isCode={request.key_id !== null}>
            {request.key_id ?? "Somebody signed in"}
          </Fact>
          <Fact label="From" isCode>
            {request.address}
          </Fact>
        </Facts>
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="Asked">
          <Body label="Body of the request" text={request.request_body} none={notKept} />
        </Section>
        <Section title="Answered">
          <Body label="Body of the answer" text={request.response_body} none={notKept} />
        </Section>
      </SimpleGrid>
    </Page>
  );
}
