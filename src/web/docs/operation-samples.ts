import { html } from "../serving/html.ts";
import type { OperationObject, Parameter, Place } from "./reference.ts";

/** One request in several languages, as programs send it. */

interface Request {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  /** As JSON. */
  body: string | undefined;
}

/** Where the sample reads its secret. */
const secrets: Readonly<Record<string, readonly [header: string, prefix: string, variable: string]>> = {
  api_key: ["X-API-Key", "", "WAYBILL_API_KEY"],
  carrier_token: ["Authorization", "Bearer ", "WAYBILL_CARRIER_TOKEN"],
  driver_token: ["Authorization", "Bearer ", "WAYBILL_DRIVER_TOKEN"],
  session: ["Cookie", "waybill_session=", "WAYBILL_SESSION"],
};
const secretPattern = /\$([A-Z_]+)/;

const languages: readonly [label: string, write: (request: Request) => string][] = [
  ["curl", inCurl],
  ["TypeScript", inTypeScript],
  ["Python", inPython],
  ["PHP", inPhp],
];

/** Tabs that need no script. HTML. */
export function samplesOf(place: Place, operation: OperationObject, publicUrl: string): string {
  const request = requestOf(place, operation, publicUrl);
  const choices = languages.map(
    ([label], index) =>
      `<input type="radio" name="sample" id="in-${label.toLowerCase()}"${index === 0 ? " checked" : ""}><label for="in-${label.toLowerCase()}">${label}</label>`,
  );
  const blocks = languages.map(([, write]) => `<pre><code>${html(write(request))}</code></pre>`);
  return `<div class="tabs" role="group" aria-label="Language">\n${choices.join("\n")}\n${blocks.join("\n")}\n</div>`;
}

function requestOf(place: Place, operation: OperationObject, publicUrl: string): Request {
  const { security, parameters, requestBody } = operation;
  const required = parameters.filter((parameter) => parameter.required);
  const query = required
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => `${parameter.name}=${encodeURIComponent(sampleValue(parameter))}`);
  const path = required
    .filter((parameter) => parameter.in === "path")
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, sampleValue(parameter)), place.path);
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isJson = type !== undefined && /json/.test(type) && content?.example !== undefined;
  const secret = security.flatMap((way) => Object.keys(way)).find((scheme) => Object.hasOwn(secrets, scheme));
  const [header, prefix, variable] = secrets[secret ?? ""] ?? [];
  return {
    method: place.method,
    url: `${publicUrl}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers: [
      ...(header === undefined ? [] : [[header, `${prefix}$${variable}`] as [string, string]]),
      ...(type === undefined ? [] : [["Content-Type", type] as [string, string]]),
      ...required
        .filter((parameter) => parameter.in === "header")
        .map((parameter): [string, string] => [parameter.name, sampleValue(parameter)]),
    ],
    body: isJson ? JSON.stringify(content.example, null, 2) : undefined,
  };
}

/** What a reader puts there. */
function sampleValue({ name, schema }: Parameter): string {
  const [word] = schema.enum ?? [];
  return String(schema.examples?.[0] ?? schema.default ?? word ?? `{${name}}`);
}

function inCurl({ method, url, headers, body }: Request): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d '${body.replaceAll("'", `'\\''`)}'`]),
  ];
  return lines.join(" \\\n  ");
}

function inTypeScript({ method, url, headers, body }: Request): string {
  const list = headers.map(([name, value]) => `    "${name}": ${textOf(value, "process.env.")},`);
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(list.length === 0 ? [] : ["  headers: {", ...list, "  },"]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
  ];
  const given = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  return `const response = await fetch("${url}"${given});\nconsole.log(response.status, await response.text());`;
}

function inPython({ method, url, headers, body }: Request): string {
  const list = headers.map(([name, value]) => {
    const [, variable] = secretPattern.exec(value) ?? [];
    const prefix = value.replace(secretPattern, "");
    const text =
      variable === undefined
        ? `"${value}"`
        : `${prefix === "" ? "" : `"${prefix}" + `}os.environ["${variable}"]`;
    return `        "${name}": ${text},`;
  });
  const lines = [
    `    "${url}",`,
    ...(list.length === 0 ? [] : ["    headers={", ...list, "    },"]),
    ...(body === undefined ? [] : [`    data="""${body.replaceAll("\\", "\\\\")}""",`]),
  ];
  return `import os\nimport requests\n\nresponse = requests.${method.toLowerCase()}(\n${lines.join("\n")}\n)\nprint(response.status_code, response.text)`;
}

function inPhp({ method, url, headers, body }: Request): string {
  const list = headers.map(([name, value]) => {
    const [, variable] = secretPattern.exec(value) ?? [];
    if (variable === undefined) return `        '${name}: ${value}',`;
    return `        '${name}: ${value.replace(secretPattern, "")}' . getenv('${variable}'),`;
  });
  const options = [
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    "    CURLOPT_RETURNTRANSFER => true,",
    ...(list.length === 0 ? [] : ["    CURLOPT_HTTPHEADER => [", ...list, "    ],"]),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => <<<'JSON'\n${body}\nJSON,`]),
  ];
  return `<?php\n$request = curl_init('${url}');\ncurl_setopt_array($request, [\n${options.join("\n")}\n]);\necho curl_exec($request);`;
}

/** A text with a variable in it, as a template. */
function textOf(value: string, from: string): string {
  return secretPattern.test(value) ? `\`${value.replace(secretPattern, `\${${from}$1}`)}\`` : `"${value}"`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}
