import { Group, Text } from "@mantine/core";
import type { UsageView } from "@/access/usage/schema.ts";
import { Sparkline } from "../../components/sparkline.tsx";
import { formatShortCount } from "../../format.ts";
import { useKeyTexts } from "./texts.ts";

interface KeyRequestsProps {
  keyId: string;
  /** Usage of all keys; undefined while it loads. */
  usage: UsageView | undefined;
}

/** Requests made with a key, by day. */
export function KeyRequests({ keyId, usage }: KeyRequestsProps) {
  const texts = useKeyTexts();
  if (usage === undefined) return "…";
  const used = usage.data.find((item) => "key_id" in item && item.key_id === keyId);
  if (used === undefined || !("requests_by_day" in used)) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noRequests}
      </Text>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Sparkline counts={used.requests_by_day} from={usage.from} of={texts.requestsOf} />
      <Text size="sm" aria-hidden="true">
        {formatShortCount(used.requests)}
      </Text>
    </Group>
  );
}
