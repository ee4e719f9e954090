import { Text } from "@mantine/core";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { Fact } from "../../../components/facts.tsx";
import { Time } from "../../../components/time.tsx";

/** What the recipient asked for and said on the tracking page. */

const leaveWords: Record<string, string> = {
  neighbor: "Leave with a neighbor",
  safe_place: "Leave in a safe place",
};
const thumbWords: Record<string, string> = { up: "👍 Good", down: "👎 Not good" };

export function RecipientAnswers({
  shipment: { recipient_instructions: asked, rating },
}: {
  shipment: ShipmentView;
}) {
  const leave = asked?.leave;
  const lines = [
    leave && `${leaveWords[leave.where] ?? leave.where}${leave.note ? `: ${leave.note}` : ""}`,
    asked?.text,
  ].filter((line) => line != null);
  return (
    <>
      {asked && lines.length > 0 && (
        <Fact label="Recipient's instructions">
          {lines.map((line) => (
            <Words key={line} text={line} />
          ))}
          <When at={asked.updated_at} />
        </Fact>
      )}
      {rating && (
        <Fact label="Rating">
          <Words
            text={[thumbWords[rating.thumb] ?? rating.thumb, rating.comment].filter(Boolean).join(": ")}
          />
          <When at={rating.rated_at} />
        </Fact>
      )}
    </>
  );
}

/** Of any script, and as long as people write. */
function Words({ text }: { text: string }) {
  return (
    <Text size="sm" dir="auto" style={{ overflowWrap: "anywhere" }}>
      {text}
    </Text>
  );
}

function When({ at }: { at: string }) {
  return (
    <Text size="xs" c="dimmed">
      <Time at={at} />
    </Text>
  );
}
