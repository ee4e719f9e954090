import { join } from "node:path";

/** A generator of clients and the document that it reads, in a folder of its own, where its tools are installed too. */
export interface Generator {
  name: string;
  version: string;
  /** Of the document's address, where it is not the whole. */
  query?: string;
  /** Run one after the other in the folder, which has `openapi.json`. */
  install: string[][];
  generate: string[][];
  /** Compiles, or imports, all that was generated. */
  compile: string[][];
  /** Takes a shipment from its creation to its tracking. */
  walk?: string[];
  /** Files that are there before. */
  files?: Readonly<Record<string, string | Blob>>;
  /** Files that were generated, to count their lines. */
  generated: string;
}

const program = (name: string) => Bun.file(join(import.meta.dir, "programs", name));

const pythonVersion = "0.29.1";
const javaVersion = "7.23.0";
const goVersion = "v2.8.2";
const goRuntimeVersion = "v1.8.0";
const goDefaults = "package: waybill\noutput: waybill/waybill.go\ngenerate: { models: true, client: true }\n";
const heyApiVersion = "0.95.0";
const typescriptVersion = "5.9.3";
const copyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

const python: Generator = {
  name: "openapi-python-client",
  version: pythonVersion,
  install: [
    ["python3", "-m", "venv", "tools"],
    ["tools/bin/pip", "install", "-q", `openapi-python-client==${pythonVersion}`],
  ],
  generate: [
    [
      ...["tools/bin/openapi-python-client", "generate", "--path", "openapi.json"],
      ...["--meta", "none", "--output-path", "waybill_api"],
    ],
  ],
  compile: [["tools/bin/python", "-m", "compileall", "-q", "waybill_api"]],
  walk: ["tools/bin/python", "walk.py"],
  files: { "walk.py": program("walk.py") },
  generated: "waybill_api/**/*.py",
};

const java: Generator = {
  name: "openapi-generator, Java native",
  version: javaVersion,
  install: [
    [
      ...["mvn", "-q", copyPlugin, "-DoutputDirectory=tools", "-Dmdep.stripVersion=true"],
      `-Dartifact=org.openapitools:openapi-generator-cli:${javaVersion}`,
    ],
  ],
  generate: [
    [
      ...["java", "-jar", "tools/openapi-generator-cli.jar", "generate", "-g", "java"],
      ...["--library", "native", "-i", "openapi.json", "-o", "client"],
      // It writes a method with the name `getList<Integer>` for a list that stands beside a word.
      ...["--schema-mappings", "PatchImport_take_duplicates=Object"],
    ],
  ],
  compile: [["mvn", "-q", "-f", "client/pom.xml", "-DskipTests", "compile"]],
  generated: "client/src/main/**/*.java",
};

const go: Generator = {
  name: "oapi-codegen",
  version: goVersion,
  install: [
    [...["go", "install"], `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${goVersion}`],
    ["go", "mod", "init", "walk"],
    ["go", "get", `github.com/oapi-codegen/runtime@${goRuntimeVersion}`],
  ],
  generate: [["tools/oapi-codegen", "-config", "settings.yaml", "openapi.json"]],
  compile: [["go", "build", "-o", "walk", "."]],
  walk: ["./walk"],
  files: {
    "walk.go": program("walk.go"),
    // Types that only incoming webhooks use are left out otherwise, though their code is made.
    "settings.yaml": `${goDefaults}output-options: { skip-prune: true }\n`,
    "waybill/README.md": "",
  },
  generated: "waybill/*.go",
};

const heyApi: Generator = {
  name: "@hey-api/openapi-ts",
  version: heyApiVersion,
  install: [
    [
      ...["npm", "install", "--silent", "--no-audit", "--no-fund"],
      ...[`@hey-api/openapi-ts@${heyApiVersion}`, `typescript@${typescriptVersion}`, "@types/node@22"],
    ],
  ],
  generate: [["node_modules/.bin/openapi-ts", "-i", "openapi.json", "-o", "waybill"]],
  compile: [
    [
      ...["node_modules/.bin/tsc", "--noEmit", "--strict", "--allowJs", "--checkJs", "--skipLibCheck"],
      ...["--allowImportingTsExtensions", "--target", "es2022", "--module", "esnext"],
      ...["--moduleResolution", "bundler", "--types", "node", "walk.mjs"],
    ],
  ],
  walk: [process.execPath, "walk.mjs"],
  files: { "walk.mjs": program("walk.mjs"), "package.json": '{"private": true, "type": "module"}' },
  generated: "waybill/**/*.ts",
};

/** The document that the guide "Versioning" names for clients of an API key. */
const forKeys = { query: "?for=key&errors=default" };

export const generators: readonly Generator[] = [
  python,
  { ...python, ...forKeys },
  java,
  { ...java, ...forKeys },
  go,
  // All of its own defaults: here paths refer to the types of webhooks too.
  { ...go, ...forKeys, files: { ...go.files, "settings.yaml": goDefaults } },
  heyApi,
  { ...heyApi, ...forKeys },
];
