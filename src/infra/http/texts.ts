/** What people type, as it is stored. */

/** Without white space around, and with one blank for each run of it: a line break in a name ends it nowhere. */
export function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

/** No domain is longer, in whatever script it is typed: RFC 1035. */
const domainMax = 253;

/** A domain in any script becomes ASCII, RFC 5891. What stands before the @ stays as typed. */
export function emailAsRead(typed: string): string {
  const text = (typed.includes("@") ? typed : typed.normalize("NFKC")).trim();
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  if (at < 0 || domain.length > domainMax || !/\P{ASCII}/u.test(domain)) return text;
  // In a URL these would end the domain.
  const ascii = /[/?#:@\\%\s]/.test(domain) ? undefined : URL.parse(`http://${domain}`)?.hostname;
  return ascii ? `${text.slice(0, at)}@${ascii}` : text;
}
