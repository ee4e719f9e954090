import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { scopes } from "@/access/model.ts";
import { addressOf } from "@/web/browser/api.ts";
import { Permitted } from "../../../components/permitted.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";

/** Everything of the account is for people who may read everything. */
const needs = [...scopes.filter((scope) => scope.endsWith(":read")), "audit:read"] as const;

export function ExportSection() {
  const environment = useEnvironment();
  return (
    <Permitted needs={needs}>
      <Section
        title="Export"
        lead={`Everything of the account in ${environment} as JSON Lines, with pictures and without secrets.`}
      >
        <Group>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            renderRoot={(props) => (
              <a href={addressOf("/platform/export", environment)} download {...props}>
                {props.children}
              </a>
            )}
          >
            Download all data
          </Button>
        </Group>
      </Section>
    </Permitted>
  );
}
