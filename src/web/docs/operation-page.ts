import { html } from "../serving/html.ts";
import { docsPage, type Page } from "./layout.ts";
import { proseOf } from "./markdown.ts";
import { samplesOf } from "./operation-samples.ts";
import {
  type Chapter,
  type Content,
  type Excerpt,
  isEvent,
  type OperationObject,
  operationAddress,
  type Parameter,
  type Place,
  type ResponseObject,
} from "./reference.ts";
import { chapterMenu, methodOf } from "./reference-page.ts";
import { createSchemaHtml, type SchemaHtml } from "./schema-html.ts";
import { securitySchemes } from "./vocabulary.ts";

/** The page of one operation or webhook: all that the OpenAPI document says of it, to read without a script. */

type Scheme = keyof typeof securitySchemes;

/** Who calls, in a few words. */
const callers: Readonly<Record<Scheme, string>> = {
  api_key: "API key",
  bearer: "API key as a bearer token",
  session: "session",
  carrier_token: "carrier's token",
  driver_token: "driver's token",
  driver_device: "driver's device",
  position_token: "driver's token in the request",
  order_form: "order form",
  order_device: "order form's device",
  order_receipt: "receipt",
};

const parameterGroups = { path: "In the path", query: "In the query", header: "Headers" } as const;

interface Given {
  chapters: readonly Chapter[];
  chapter: Chapter;
  place: Place;
  excerpt: Excerpt;
  publicUrl: string;
}

export function operationPage({ chapters, chapter, place, excerpt, publicUrl }: Given): Promise<Page> {
  const { operation } = excerpt;
  const { title } = place;
  const isOperation = !isEvent(place);
  const parts = partsOf(excerpt, chapters);
  return docsPage({
    title: `${html(title)} – Waybill docs`,
    path: operationAddress(place.id),
    menu: chapterMenu(chapters, chapter, place),
    main: `${isOperation ? `<p class="actions"><a href="/docs/api/try#${html(place.anchor)}">Try it</a></p>` : ""}
<article class="reference">
<p class="crumbs"><a href="/docs/api">API</a> <span aria-hidden="true">›</span> <a href="/docs/api#${chapter.anchor}">${html(chapter.title)}</a></p>
<h1>${html(title)}</h1>
<p class="signature">${methodOf(place)} <code>${html(place.path)}</code></p>
${proseOf(operation.description ?? "")}
${isOperation ? credentialsOf(operation) : ""}
<h2 id="request">Request</h2>
${isOperation ? samplesOf(place, operation, publicUrl) : ""}
${parts}
</article>
${neighbors(chapter, place)}`,
  });
}

/** Parameters, body, responses, errors and what follows, as sections. HTML. */
export function partsOf(excerpt: Excerpt, chapters: readonly Chapter[]): string {
  const { operation, components } = excerpt;
  const draw = createSchemaHtml(components.schemas);
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, responseOf(response, components.responses)] as const,
  );
  const errors = responses.filter(([, { content }]) => content?.["application/problem+json"]);
  const answers = responses.filter(([, { content }]) => !content?.["application/problem+json"]);
  return [
    ...parametersOf(operation.parameters, draw),
    bodyOf(operation, draw),
    ...answers.map(([status, response]) => answerOf(status, response, components.headers ?? {}, draw)),
    errorsOf(errors),
    followersOf(answers, chapters),
  ].join("\n");
}

function responseOf(
  response: ResponseObject | { $ref: string },
  shared: Readonly<Record<string, ResponseObject>> = {},
): ResponseObject {
  if (!("$ref" in response)) return response;
  return shared[response.$ref.replace("#/components/responses/", "")] ?? { description: "" };
}

function credentialsOf({ security }: OperationObject): string {
  if (security.length === 0) return "<p>Needs no credentials.</p>";
  const ways = security.map((way) =>
    Object.keys(way)
      .map((scheme) => callers[scheme as Scheme])
      .join(" and "),
  );
  const schemes = [...new Set(security.flatMap((way) => Object.keys(way) as Scheme[]))];
  const texts = schemes.map(
    (scheme) =>
      `<dt>${html(callers[scheme])} (<code>${html(nameOf(scheme))}</code>)</dt><dd>${proseOf(securitySchemes[scheme].description)}</dd>`,
  );
  return `<details class="credentials"><summary>Call it with: ${html(ways.join(", or "))}</summary><dl>${texts.join("")}</dl>
<p><a href="/docs/guides/authentication">Authentication</a> explains keys, environments and scopes.</p></details>`;
}

/** Where the secret stands. */
function nameOf(scheme: Scheme): string {
  const found = securitySchemes[scheme];
  return found.type === "http" ? "Authorization: Bearer" : found.name;
}

function parametersOf(parameters: readonly Parameter[], draw: SchemaHtml): string[] {
  return Object.entries(parameterGroups).flatMap(([place, title]) => {
    const rows = parameters
      .filter((parameter) => parameter.in === place)
      .map(
        ({ name, schema, required, description }) =>
          `<li>${draw.lineOf(name, schema, required)}${draw.noteOf(description, schema)}${draw.membersOf(schema, false)}</li>`,
      );
    if (rows.length === 0) return [];
    return [`<h3 id="${place}">${title}</h3>\n<ul class="members">${rows.join("\n")}</ul>`];
  });
}

function bodyOf({ requestBody }: OperationObject, draw: SchemaHtml): string {
  if (!requestBody) return "";
  const { required, description = "" } = requestBody;
  return `<h3 id="body">Body</h3>
<p>${required ? "Required." : "Optional."} ${html(description)}</p>
${contentsOf(requestBody.content, draw)}`;
}

function answerOf(
  status: string,
  { description, content = {}, headers: referred = {} }: ResponseObject,
  headers: Readonly<Record<string, { description: string }>>,
  draw: SchemaHtml,
): string {
  const texts = Object.entries(referred).map(([name, { $ref }]) => {
    const text = headers[$ref.replace("#/components/headers/", "")]?.description ?? "";
    return `<dt><code>${html(name)}</code></dt><dd>${proseOf(text)}</dd>`;
  });
  const said = description === "" || /^(OK|Created|Accepted)$/.test(description) ? "" : proseOf(description);
  return `<h2 id="response-${status}">Response ${html(status)}</h2>
${said}${contentsOf(content, draw)}
${texts.length === 0 ? "" : `<details><summary>Headers</summary><dl>${texts.join("")}</dl></details>`}`;
}

/** Each media type with its members and an example. Of the examples of several shapes the first is shown. */
function contentsOf(content: Readonly<Record<string, Content>>, draw: SchemaHtml): string {
  return Object.entries(content)
    .map(([type, { schema, example, examples }]) => {
      const shown = example ?? Object.values(examples ?? {})[0]?.value;
      const text = typeof shown === "string" ? shown : JSON.stringify(shown, null, 2);
      const sample =
        shown === undefined
          ? ""
          : `<details><summary>Example</summary><pre><code>${html(text)}</code></pre></details>`;
      return `<p><code>${html(type)}</code> <span class="type">${draw.typeOf(schema)}</span></p>
${draw.noteOf(schema.description, schema)}${draw.membersOf(schema)}${sample}`;
    })
    .join("\n");
}

function errorsOf(errors: readonly (readonly [string, ResponseObject])[]): string {
  const rows = errors.flatMap(([status, { description }]) =>
    [...description.matchAll(/`(\w+)`: (.+)/g)].map(
      ([, code = "", title = ""]) =>
        `<tr><td>${status}</td><td><a href="/docs/errors#${code}"><code>${code}</code></a></td><td>${html(title)}</td></tr>`,
    ),
  );
  if (rows.length === 0) return "";
  return `<h2 id="errors">Errors</h2>
<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>
${rows.join("\n")}
</tbody></table>`;
}

function followersOf(
  answers: readonly (readonly [string, ResponseObject])[],
  chapters: readonly Chapter[],
): string {
  const ids = new Set(
    answers.flatMap(([, { links = {} }]) => Object.values(links).map(({ operationId }) => operationId)),
  );
  const places = chapters.flatMap((chapter) => chapter.places).filter(({ id }) => ids.has(id));
  if (places.length === 0) return "";
  const links = places.map(
    ({ id, title }) => `<li><a href="${operationAddress(id)}">${html(title)}</a></li>`,
  );
  return `<h2 id="next">What follows</h2>\n<ul>${links.join("")}</ul>`;
}

function neighbors({ places }: Chapter, place: Place): string {
  const index = places.indexOf(place);
  const link = (other: Place | undefined, rel: string, label: string) =>
    other === undefined
      ? ""
      : `<a rel="${rel}" href="${operationAddress(other.id)}"><span>${label}</span> ${html(other.title)}</a>`;
  return `<nav class="neighbors" aria-label="Previous and next operation">${link(places[index - 1], "prev", "Previous")}${link(places[index + 1], "next", "Next")}</nav>`;
}
