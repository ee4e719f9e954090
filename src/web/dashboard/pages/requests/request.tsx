import { Anchor, Group, SimpleGrid } from "@mantine/core";
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
import { useRequestTexts } from "./texts.ts";

const route = getRouteApi("/$environment/requests/$requestId");

export function RequestPage() {
  const environment = useEnvironment();
  const texts = useRequestTexts();
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
          <Copy text={request.id} label={texts.copyId} />
        </Group>
      }
    >
      <Section title={texts.request}>
        <Facts>
          <Fact label={texts.response}>
            <RequestStatus request={request} />
          </Fact>
          {query !== undefined && (
            <Fact label={texts.query} isCode>
              {query}
            </Fact>
          )}
          <Fact label={texts.route} isCode>
            <Anchor inherit href={`/docs/api/${request.route}`}>
              {request.route}
            </Anchor>
          </Fact>
          <Fact label={texts.time}>
            <Time at={request.created_at} />
          </Fact>
          <Fact label={texts.duration}>{formatMs(request.duration_ms)}</Fact>
          <Fact label={texts.caller} isCode={request.key_id !== null || request.token_id !== null}>
            {request.key_id ?? request.token_id ?? texts.signedIn}
          </Fact>
          <Fact label={texts.address} isCode>
            {request.address}
          </Fact>
        </Facts>
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title={texts.requestBody}>
          <Body label={texts.requestBody} text={request.request_body} none={texts.notStored} />
        </Section>
        <Section title={texts.responseBody}>
          <Body label={texts.responseBody} text={request.response_body} none={texts.notStored} />
        </Section>
      </SimpleGrid>
    </Page>
  );
}
