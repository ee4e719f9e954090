import { join } from "node:path";
import type { BuildMetafile } from "bun";

/** The style sheets of the pages. Bun follows their imports. */

const sources = {
  dashboard: "dashboard/dashboard.css",
  "sign-in": "sign-in/sign-in.css",
  recipient: "recipient/recipient.css",
  driver: "driver/driver.css",
  order: "order/order.css",
} as const;

export interface Styles {
  names: Record<keyof typeof sources, string>;
  files: readonly (readonly [name: string, content: Uint8Array<ArrayBuffer>])[];
  outputs: BuildMetafile["outputs"];
}

/** @throws AggregateError with what does not compile */
export async function makeStyles(web: string): Promise<Styles> {
  const made = await Promise.all(
    Object.entries(sources).map(async ([page, file]) => {
      const { outputs, metafile } = await Bun.build({
        entrypoints: [join(web, file)],
        minify: true,
        naming: "[name]-[hash].[ext]",
        metafile: true,
      });
      const [output] = outputs;
      if (!output || !metafile) throw new Error(`${file} has no output`);
      const name = output.path.slice(output.path.lastIndexOf("/") + 1);
      return { page, name, content: new Uint8Array(await output.arrayBuffer()), outputs: metafile.outputs };
    }),
  );
  return {
    names: Object.fromEntries(made.map(({ page, name }) => [page, name])) as Styles["names"],
    files: made.map(({ name, content }) => [name, content]),
    outputs: Object.assign({}, ...made.map(({ outputs }) => outputs)),
  };
}
