import { Button, Group, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import type { AttentionGroupView, ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import { get } from "../../../browser/api.ts";
import { AssignManyMenu, type Receiver } from "../../assigning/assign-many.tsx";
import { bulkMax } from "../../components/bulk/bulk.ts";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount } from "../../format.ts";
import { useAction, useRead } from "../../queries.ts";
import type { Board } from "./board.ts";
import { jobOfItem } from "./need-jobs.ts";
import { usePermitted } from "./permitted.ts";
import { kindOf } from "./words.ts";

/** From so many on, needs with the same reason are one line. */
export const groupedFrom = 3;

interface NeedGroupProps {
  board: Board;
  group: AttentionGroupView;
  draw: (item: ListedAttentionItemView) => ReactNode;
}

/** `21 × No offer`: what they have in common, one remedy for all, and each of them on demand. */
export function NeedGroup({ board, group, draw }: NeedGroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const { count, due_at, items } = group;
  const [first] = items;
  if (!first) return null;
  const { title, tone } = kindOf(group.kind, first.is_urgent);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className="need-group">
      <UnstyledButton
        p="xs"
        w="100%"
        className="dispatch-item"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <StatusBadge tone={tone}>
            {formatCount(count)} × {title}
          </StatusBadge>
          <Chevron size={16} aria-hidden />
        </Group>
        <Text size="sm">{first.detail}</Text>
        <Text size="xs" c="dimmed">
          The first is due <Time at={due_at} />
        </Text>
      </UnstyledButton>
      <GroupRemedy board={board} group={group} first={first} />
      <ul className="plain-list need-items" id={listId} hidden={!isOpen}>
        {isOpen && <Items board={board} group={group} draw={draw} />}
      </ul>
    </li>
  );
}

/** All of them, as far as a page goes: the API knows the others. */
function Items({ board: { side }, group: { cause, count }, draw }: NeedGroupProps) {
  const { data, error } = useRead(`${side.base}/attention`, side.asking({ cause, limit: bulkMax }));
  return (
    <>
      <ProblemAlert problem={data ? null : error} />
      {data?.data.map(draw)}
      {count > bulkMax && (
        <Text component="li" size="xs" c="dimmed" p="xs">
          The first {bulkMax} of {formatCount(count)}.
        </Text>
      )}
    </>
  );
}

interface GroupRemedyProps extends Omit<NeedGroupProps, "draw"> {
  first: ListedAttentionItemView;
}

/** What puts all of them right. */
function GroupRemedy({ board, group: { cause, count }, first }: GroupRemedyProps) {
  const { side, assignMany, drivers } = board;
  const isPermitted = usePermitted(side);
  const remedyOf = (name: string) => first.remedies.find((remedy) => remedy.action === name);
  const [card, assign] = [remedyOf("change_rate_card"), remedyOf("assign_driver")];
  const job = jobOfItem(first, undefined);
  const give = useAction(
    // As many as the API takes at a time: the others stay, and can follow.
    async (to: Receiver) => {
      const items = await get(`${side.base}/attention`, side.asking({ cause, limit: bulkMax }));
      const jobs = items.data.flatMap((item) => jobOfItem(item, undefined) ?? []);
      assignMany.give(jobs, to);
    },
    { changes: [] },
  );
  if (card && isPermitted(card)) {
    const carrierId = card.path.split("/").at(-2) ?? "";
    return (
      <Group px="xs" py={6}>
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link {...side.link("/carriers/$carrierId/rate-card", { carrierId })} {...props} />
          )}
        >
          Change the rate card
        </Button>
      </Group>
    );
  }
  if (!assign || !job || !isPermitted(assign)) return null;
  return (
    <Group px="xs" py={6}>
      <AssignManyMenu
        label={`Assign ${count > bulkMax ? `${bulkMax} of ${formatCount(count)}` : `all ${count}`} to…`}
        assignMany={{ give: (_, to) => give.mutate(to), isPending: assignMany.isPending || give.isPending }}
        drivers={drivers}
        jobs={[job]}
      />
      <ActionProblem problem={give.error} />
    </Group>
  );
}
