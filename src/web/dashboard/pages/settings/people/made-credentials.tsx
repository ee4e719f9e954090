import { Checkbox, List, Stack, Text } from "@mantine/core";
import type { MadeCredentialsView } from "@/access/people/schema.ts";
import { shortForm } from "../../../components/credential/credential.ts";
import { useRead } from "../../../queries.ts";

/** What a person created and that works, and whether it ends with what the person loses. Empty without any. */
export function MadeCredentials({
  id,
  isChecked,
  onChange,
}: {
  id: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const { data } = useRead(`/account/members/${id}/credentials`);
  const made = data ? linesOf(data) : [];
  if (made.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">This person created these, and they go on working:</Text>
      <List size="sm" aria-label="Created by this person">
        {made.map(({ id: key, line }) => (
          <List.Item key={key}>{line}</List.Item>
        ))}
      </List>
      <Checkbox
        label="Revoke them too"
        description="Programs with a key or token fail with their next request, webhook endpoints are disabled, and links end."
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Stack>
  );
}

function linesOf({ keys, tokens, webhooks, driver_links: links }: MadeCredentialsView) {
  return [
    ...[...keys, ...tokens].map((credential) => ({
      id: credential.id,
      line: `${credential.name} (${credential.environment}, ${shortForm(credential)})`,
    })),
    ...webhooks.map(({ id, url, description, environment }) => ({
      id,
      line: `Webhook endpoint ${description ?? url} (${environment})`,
    })),
    ...links.map(({ driver_id: id, environment }) => ({
      id,
      line: `Link for the phone of a driver (${environment})`,
    })),
  ];
}
