import { Button, Stack, Text, Textarea, Title } from "@mantine/core";
import { useState } from "react";
import type { NoticeView } from "@/delivery/fleet/dispatch/notices/schema.ts";
import { post } from "../../../browser/api.ts";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { ClockTime } from "../../components/time.tsx";
import { useAction, useRead } from "../../queries.ts";
import { useSide } from "../../side.ts";
import { toldPath } from "./reading.ts";

/** What a driver was told, whether it reached the phone, and whether the driver has seen it. */

const shownMax = 10;
const noteMax = 500;

const titles: Record<NoticeView["kind"], string> = {
  job: "New job",
  change: "Change",
  recall: "Bring it back",
  resumption: "Deliver it after all",
  cancellation: "Job taken away",
  note: "Note",
};

interface ToldProps {
  of: { driver_id: string } | { shipment_id: string };
  /** What the board calls shipments, by id. */
  names?: ReadonlyMap<string, string>;
}

/** The last that a driver was told, or the drivers of a shipment. */
export function Told({ of, names }: ToldProps) {
  const side = useSide();
  const { data, error } = useRead(toldPath(side), side.asking({ ...of, limit: shownMax }));
  if (data === undefined) return <ProblemAlert problem={error} />;
  if (data.data.length === 0) return null;
  return (
    <Stack gap={4} component="section" aria-label="Told">
      <Title order={3} size="h5">
        Told
      </Title>
      <ul className="plain-list">
        {data.data.map((notice) => (
          <li key={notice.id}>
            <Text size="sm" className="wrapping">
              {titles[notice.kind] ?? notice.kind}
              {"driver_id" in of && whatOf(notice, names)} <Receipt notice={notice} />
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** `: ORD-1, Book shop`. Many jobs begin at one sender, whose name alone tells none of them apart. */
function whatOf({ name, text, tracking_number, shipment_id }: NoticeView, names: ToldProps["names"]): string {
  if (text !== null) return `: ${text}`;
  const number = names?.get(shipment_id ?? "") ?? tracking_number;
  const what = [number, name].filter((word) => word !== null);
  return what.length === 0 ? "" : `: ${what.join(", ")}`;
}

/** Told, reached, seen: the last of them, with its time. */
function Receipt({ notice: { made_at, reached_at, seen_at } }: { notice: NoticeView }) {
  if (seen_at !== null)
    return (
      <StatusBadge tone="good">
        Seen <ClockTime at={seen_at} />
      </StatusBadge>
    );
  if (reached_at !== null)
    return (
      <StatusBadge tone="busy">
        Reached the phone <ClockTime at={reached_at} />
      </StatusBadge>
    );
  return (
    <StatusBadge tone="warn">
      Not on the phone since <ClockTime at={made_at} />
    </StatusBadge>
  );
}

/** Words for the driver's phone. */
export function WriteNote({ driverId }: { driverId: string }) {
  const side = useSide();
  const [text, setText] = useState("");
  const path = `${side.base}/drivers/${driverId}/notes` as const;
  const send = useAction((words: string) => post(path, { text: words }, side.call), {
    changes: [toldPath(side)],
    onDone: () => setText(""),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(text);
      }}
    >
      <Stack gap={4}>
        <Textarea
          label="Note to the driver"
          maxLength={noteMax}
          autosize
          minRows={1}
          required
          withAsterisk={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ActionProblem problem={send.error} />
        <Button type="submit" size="xs" variant="default" w="fit-content" loading={send.isPending}>
          Send note
        </Button>
      </Stack>
    </form>
  );
}
