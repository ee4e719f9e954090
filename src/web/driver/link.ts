/** Links of drivers: `/d#<code>`. */

const codePattern = /^[\w.~-]{8,200}$/;

/** The code in a link, or a code alone. */
export function codeIn(text: string): string | undefined {
  const code = text.trim().split("#").at(-1) ?? "";
  return codePattern.test(code) ? code : undefined;
}

/** What a list of devices calls this phone, unless the driver writes something else. */
export function deviceNameOf(userAgent: string): string {
  const system = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"].find((name) =>
    userAgent.includes(name),
  );
  return system === undefined ? "Phone" : system.replace("Macintosh", "Mac");
}
