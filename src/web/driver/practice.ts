/**
 * Where somebody practices: `/driver?practice=de#<code>`, the language of the page before and the code of a link that is
 * not used yet.
 */

const parameter = "practice";

let load: () => Promise<unknown> = async () => {};

/** Says what practicing loads: the page's entry knows it, and views must not import it. */
export function offerPractice(loading: typeof load): void {
  load = loading;
}

export const isPractice = (): boolean => practiceLanguage() !== null;

/** The language of the page before; null where nobody practices. */
export function practiceLanguage(): string | null {
  return new URLSearchParams(location.search).get(parameter);
}

/**
 * Goes there. It leaves no trace in the history, where no code of a link may stay.
 * @throws where the phone does not have what practicing needs, and has no network
 */
export async function openPractice(code = ""): Promise<void> {
  await load();
  location.replace(`/driver?${parameter}=${document.documentElement.lang}${code && `#${code}`}`);
}

/** Goes back to the link, or to the day. */
export function leavePractice(): void {
  location.replace(location.hash === "" ? "/driver" : `/d${location.hash}`);
}
