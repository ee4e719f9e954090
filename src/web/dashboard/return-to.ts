/** Where to continue after signing in: a page of signed-in people, never another site. */
export function returnTo(from: unknown): string | undefined {
  return typeof from === "string" && /^\/(sandbox|live)(?![^/?#])/.test(from) ? from : undefined;
}
