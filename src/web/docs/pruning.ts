import type { OpenApiDocument } from "./schema.ts";

/** Leaves out components, credentials and tags that no operation of the document has. */
export function* keepUsed(document: OpenApiDocument): Generator<void, OpenApiDocument> {
  const { paths, webhooks, tags, components } = document;
  const used = { references: new Set<unknown>(), names: new Set<unknown>() };
  const { headers, securitySchemes, ...others } = components;
  for (const parts of [paths, webhooks, ...Object.values(others)]) {
    for (const part of Object.values(parts as object)) {
      yield;
      collect(part, used);
    }
  }
  return {
    ...document,
    tags: tags.filter(({ name }) => used.names.has(name)),
    components: {
      ...components,
      headers: keep(headers, (name) => used.references.has(`#/components/headers/${name}`)),
      securitySchemes: keep(securitySchemes, (name) => used.names.has(name)),
    },
  };
}

interface Used {
  references: Set<unknown>;
  /** Of tags and of credentials. */
  names: Set<unknown>;
}

function collect(value: unknown, used: Used): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (name === "$ref") used.references.add(part);
    else if (name === "tags" && Array.isArray(part)) for (const tag of part) used.names.add(tag);
    else if (name === "security" && Array.isArray(part))
      for (const way of part) for (const scheme of Object.keys(way)) used.names.add(scheme);
    else collect(part, used);
  }
}

function keep(parts: unknown, isUsed: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts as Record<string, unknown>).filter(([name]) => isUsed(name)),
  );
}
