import { createConfig, lintFromString } from "@redocly/openapi-core";
import type { OpenApi } from "./openapi.ts";

/** What a linter finds in a document of one audience, or in one that folds its errors. */
export async function problemsOf(document: OpenApi) {
  // An error that is `default` is no 4xx response.
  const config = await createConfig({ extends: ["recommended"], rules: { "operation-4xx-response": "off" } });
  const source = JSON.stringify(document);
  const found = await lintFromString({ source, config, absoluteRef: "openapi.json" });
  return found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}
