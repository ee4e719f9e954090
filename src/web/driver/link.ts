/** Links of drivers: `/d#<code>`. */

/** Where the page shows what the phone can do: after it was connected. */
export const checkHash = "#check";

const codePattern = /^[\w.~-]{8,200}$/;

/** The code in a link, or a code alone. */
export function codeIn(text: string): string | undefined {
  const code = text.trim().split("#").at(-1) ?? "";
  return codePattern.test(code) ? code : undefined;
}

/** Whether the phone's page must stand on the home screen to be woken, and does not. An iPad calls itself a Mac. */
export function needsHomeScreen(userAgent: string, touchPoints: number, isOnHomeScreen: boolean): boolean {
  const isApple = /iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && touchPoints > 1);
  return isApple && !isOnHomeScreen;
}

/** What a list of devices calls this phone, unless the driver writes something else. */
export function deviceNameOf(userAgent: string): string {
  const system = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"].find((name) =>
    userAgent.includes(name),
  );
  return system === undefined ? "Phone" : system.replace("Macintosh", "Mac");
}
