import { Group, Text } from "@mantine/core";
import type { OperatorTrafficView } from "@/operator/overview-schema.ts";
import { Sparkline } from "../../components/sparkline.tsx";
import { formatCount, formatPercent, formatShortCount } from "../../format.ts";

/** Requests of 14 days as bars, and of the last 24 hours as a number. */
export function AccountTraffic({ traffic }: { traffic: OperatorTrafficView }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Sparkline counts={traffic.requests_by_day} from={traffic.from} of="Requests" />
      <Text span size="sm" title={`${formatCount(traffic.requests)} requests in 24 hours`}>
        {formatShortCount(traffic.requests)}/d
      </Text>
    </Group>
  );
}

/** The share of errors in 24 hours, with the commonest code. */
export function AccountErrors({ traffic }: { traffic: OperatorTrafficView }) {
  const { requests, errors, commonest_error } = traffic;
  if (errors === 0) return "—";
  return (
    <>
      {formatPercent(errors, requests)}
      <Text size="xs" c="dimmed">
        {commonest_error}
      </Text>
    </>
  );
}
