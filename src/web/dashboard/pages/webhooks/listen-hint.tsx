import { Section } from "../../components/section.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { samplePath } from "./samples.ts";

/** For a program without a public address. */
export function ListenHint({ path = samplePath }: { path?: string }) {
  return (
    <Section
      title="Test locally"
      lead="No public URL yet? This command forwards sandbox events to your program and prints the signing secret."
    >
      <Snippet
        label="Terminal"
        text={[
          "export WAYBILL_API_KEY=wb_sandbox_…",
          `waybill listen --url ${location.origin} --forward-to http://localhost:9000${path}`,
        ].join("\n")}
      />
    </Section>
  );
}
