import { List, Text } from "@mantine/core";
import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import { Notice } from "../../../components/notice.tsx";

/** More would fill the page. */
const shownMax = 20;

/** What this version of Waybill reads otherwise in the card than the one that stored it. */
export function RateCardWarnings({ card }: { card: RateCard }) {
  const { warnings = [] } = card;
  if (warnings.length === 0) return null;
  const left = warnings.length - shownMax;
  return (
    <Notice tone="warn" role="status">
      <Text size="sm">Check these places of the card, and save it: then they are no longer shown.</Text>
      <List size="sm">
        {warnings.slice(0, shownMax).map(({ pointer, detail }) => (
          <List.Item key={pointer}>{detail}</List.Item>
        ))}
        {left > 0 && <List.Item>{left} more</List.Item>}
      </List>
    </Notice>
  );
}
