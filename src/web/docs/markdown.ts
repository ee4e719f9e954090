/** Markdown as HTML and as what a search finds in it. */

/** What follows a heading, up to the next one. */
export interface Section {
  /** The anchor; the first section of a text is the text itself. */
  id: string;
  level: number;
  title: string;
  /** Words without marks. Of code only commands, and the language of the rest. */
  text: string;
}

const options = { headings: true } as const;
/** Two or more headings one after another that have nothing but a block of code: the same in several languages. */
const alternatives =
  /(?:<h3 id="[^"]+"><a [^>]+>[^<]+<\/a><\/h3>\n<pre>(?:(?!<\/pre>)[\s\S])*<\/pre>\n){2,}/g;
const alternative = /<h3 id="([^"]+)"><a [^>]+>([^<]+)<\/a><\/h3>\n(<pre>(?:(?!<\/pre>)[\s\S])*<\/pre>)\n/g;

/** Between the parts of a section while it is read; no text has it. */
const mark = "\u0000";

export function titleOf(markdown: string): string {
  return sectionsOf(markdown)[0]?.title ?? "";
}

export function sectionsOf(markdown: string): Section[] {
  const block = (text: string) => `${text}\n`;
  const text = Bun.markdown.render(
    markdown,
    {
      heading: (title, { id, level }) => [mark, id, level, title, ""].join(mark),
      code: (code, meta) => block(isCommand(meta?.language) ? code : (meta?.language ?? "")),
      paragraph: block,
      listItem: block,
      th: block,
      td: block,
    },
    options,
  );
  return text
    .split(mark.repeat(2))
    .slice(1)
    .map((part) => {
      const [id = "", level, title = "", content = ""] = part.split(mark);
      return { id, level: Number(level), title, text: content.trim() };
    });
}

function isCommand(language: string | undefined): boolean {
  return language === "bash" || language === "sh";
}

/** Links to the other files of the folder lead to their pages. Blocks of the same code in several languages are tabs. */
export function htmlOf(markdown: string): string {
  let tabs = 0;
  return Bun.markdown
    .html(markdown, options)
    .replace(/(<a href="[\w-]+)\.md(?=["#])/g, "$1")
    .replace(alternatives, (blocks) => {
      tabs += 1;
      return tabsOf(`tabs-${tabs}`, [...blocks.matchAll(alternative)]);
    });
}

/** A description of the API as HTML. */
export function proseOf(text: string): string {
  return Bun.markdown.html(text, { noHtmlBlocks: true, noHtmlSpans: true });
}

/** Tabs without a script: of the radio buttons the chosen one shows its block. */
function tabsOf(name: string, blocks: readonly RegExpExecArray[]): string {
  const choices = blocks.map(
    ([, id, label], index) =>
      `<input type="radio" name="${name}" id="${id}"${index === 0 ? " checked" : ""}><label for="${id}">${label}</label>`,
  );
  const code = blocks.map(([, , , block]) => block);
  return `<div class="tabs" role="group" aria-label="Language">\n${choices.join("\n")}\n${code.join("\n")}\n</div>\n`;
}
