import { Stack, Text } from "@mantine/core";
import type { OperatorNeedView } from "@/operator/overview-schema.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";

const labels: Record<string, string> = {
  endpoint: "Endpoint",
  errors: "Errors",
  rate_limit: "Rate limit",
  quota: "Quota",
  storage: "Storage",
  silence: "Silence",
};

/** What an account needs, each in a line. */
export function NeedLines({ needs }: { needs: readonly OperatorNeedView[] }) {
  return (
    <Stack gap={4}>
      {needs.map(({ id, kind, message, since, is_urgent }) => (
        <Text key={id} size="sm" className="wrapping">
          <StatusBadge tone={is_urgent ? "bad" : "warn"}>{labels[kind] ?? kind}</StatusBadge> {message}
          {since !== null && (
            <Text span inherit c="dimmed">
              {" "}
              Since <Time at={since} />.
            </Text>
          )}
        </Text>
      ))}
    </Stack>
  );
}
