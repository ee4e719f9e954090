import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OperatorNeedView } from "@/operator/overview-schema.ts";
import { post, remove } from "../../../browser/api.ts";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { useAction } from "../../queries.ts";

const changes = ["/operator/overview", "/operator/needs"];

/** Where the operator ends each, or reads how. */
const places: Record<string, { guide: string } | { to: LinkProps["to"]; name: string }> = {
  address_is_local: { guide: "first-rider" },
  address_is_plain: { guide: "first-rider" },
  no_backup_elsewhere: { to: "/$environment/operator/storage", name: "Open Storage" },
  low_space: { to: "/$environment/operator/storage", name: "Open Storage" },
  no_second_factor: { to: "/$environment/settings/sign-in", name: "Open Your sign-in" },
  no_secret_key: { guide: "going-live" },
  recipients_unreachable: { guide: "recipient-mails" },
  no_geocoder: { guide: "street-addresses" },
  no_map: { guide: "streets" },
};

/** What is missing before people rely on the installation; absent where nothing is. */
export function BeforeLive({ needs }: { needs: readonly OperatorNeedView[] }) {
  const open = needs.filter(({ dismissed_at }) => dismissed_at === null);
  const left = needs.filter(({ dismissed_at }) => dismissed_at !== null);
  const dismissal = useAction(
    ({ kind, isBack }: { kind: string; isBack: boolean }) =>
      isBack ? remove(`/operator/needs/${kind}/dismissal`) : post(`/operator/needs/${kind}/dismissal`),
    { changes },
  );
  if (needs.length === 0) return null;
  return (
    <Section
      title="Before you go live"
      lead={
        open.length === 0
          ? "You left everything here as it is."
          : "Each line says what ends it. Leave as it is what you do not need."
      }
    >
      <ActionProblem problem={dismissal.error} />
      {open.length > 0 && (
        <Stack component="ul" className="plain-list" gap="lg">
          {open.map((need) => (
            <Missing
              key={need.id}
              need={need}
              onLeave={() => dismissal.mutate({ kind: need.kind, isBack: false })}
            />
          ))}
        </Stack>
      )}
      {left.length > 0 && (
        <details className="more">
          <summary>{left.length === 1 ? "1 left as it is" : `${left.length} left as they are`}</summary>
          <Stack component="ul" className="plain-list" gap="sm">
            {left.map((need) => (
              <Left
                key={need.id}
                need={need}
                onBack={() => dismissal.mutate({ kind: need.kind, isBack: true })}
              />
            ))}
          </Stack>
        </details>
      )}
    </Section>
  );
}

function Missing({ need, onLeave }: { need: OperatorNeedView; onLeave: () => void }) {
  const { kind, message, remedy, command, is_urgent } = need;
  return (
    <Line
      action={
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Leave as it is: ${message}`}
          onClick={onLeave}
        >
          Leave as it is
        </Button>
      }
    >
      <Text size="sm" fw={600} className="wrapping">
        {is_urgent && <StatusBadge tone="bad">Urgent</StatusBadge>} {message}
      </Text>
      <Text size="sm" className="wrapping">
        {remedy} <Place kind={kind} />
      </Text>
      {command !== null && (
        <Snippet label={command.startsWith("WAYBILL_") ? "Setting" : "Command"} text={command} />
      )}
    </Line>
  );
}

function Left({ need, onBack }: { need: OperatorNeedView; onBack: () => void }) {
  const { message, dismissed_at, dismissed_by } = need;
  return (
    <Line
      action={
        <Button size="compact-sm" variant="default" aria-label={`Show again: ${message}`} onClick={onBack}>
          Show again
        </Button>
      }
    >
      <Text size="sm" className="wrapping">
        {message}
      </Text>
      <Text size="sm" c="dimmed" className="wrapping">
        Left as it is by {dismissed_by?.name ?? "somebody"}, <Time at={dismissed_at} />.
      </Text>
    </Line>
  );
}

function Line({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <Group component="li" align="start" gap="sm">
      <Stack gap={6} flex="1 1 18rem" miw={0}>
        {children}
      </Stack>
      {action}
    </Group>
  );
}

function Place({ kind }: { kind: string }) {
  const environment = useEnvironment();
  const place = places[kind];
  if (place === undefined) return null;
  if ("guide" in place) {
    return (
      <Anchor href={`/docs/guides/${place.guide}`} inherit>
        Read how
      </Anchor>
    );
  }
  return (
    <Anchor inherit renderRoot={(props) => <Link to={place.to} params={{ environment }} {...props} />}>
      {place.name}
    </Anchor>
  );
}
