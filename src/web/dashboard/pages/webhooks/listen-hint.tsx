import { Section } from "../../components/section.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { samplePath } from "../webhook/samples.ts";

/** For a program that nothing outside its machine can reach. */
export function ListenHint({ path = samplePath }: { path?: string }) {
  return (
    <Section
      title="On your own machine"
      lead="No public address yet? Let the command line forward the sandbox's events to your program. It prints the secret that they are signed with."
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
