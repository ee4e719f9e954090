import { Group, SimpleGrid } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { Body } from "../../components/body.tsx";
import { Copy } from "../../components/copy.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { ObjectError } from "../../components/object-error.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { formatMs } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { pathWithin, RequestStatus } from "./status.tsx";

const notStored = "None, or not stored. Waybill does not store the bodies of read requests.";
const route = getRouteApi("/$environment/requests/$requestId");

export function RequestPage() {
  const environment = useEnvironment();
  const { requestId } = route.useParams();
  const { data: request, error } = useRead(`/platform/requests/${requestId}`, {
    environment,
  });
  if (error && !request) return <ObjectError problem={error} kind="request" />;
  if (!request) return <PageSkeleton />;
  const [path = "", query] = request.path.split("?");
  const title = `${request.method} ${pathWithin(path)}`;
  return (
    <Page
      title={title}
      windowName={`${request.status} ${title}`}
      lead={
        <Group component="span" gap="xs">
          {request.id}
          <Copy text={request.id} label="Copy the request ID" />
        </Group>
      }
    >
      <Section title="Request">
        <Facts>
          <Fact label="Response">
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
          <Fact label="Time">
            <Time at={request.created_at} />
          </Fact>
          <Fact label="Duration">{formatMs(request.duration_ms)}</Fact>
          <Fact label="Caller" isCode={request.key_id !== null || request.token_id !== null}>
            {request.key_id ?? request.token_id ?? "Signed-in user"}
          </Fact>
          <Fact label="IP address" isCode>
            {request.address}
          </Fact>
        </Facts>
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="Request body">
          <Body label="Request body" text={request.request_body} none={notStored} />
        </Section>
        <Section title="Response body">
          <Body label="Response body" text={request.response_body} none={notStored} />
        </Section>
      </SimpleGrid>
    </Page>
  );
}
