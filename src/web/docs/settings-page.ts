import type { SettingReport } from "../../infra/config.ts";
import { html } from "../serving/html.ts";
import { docsPage, type Page } from "./layout.ts";

/** The page at `/docs/settings`: what can be set, never what is set. */
export function settingsPage(settings: readonly SettingReport[]): Promise<Page> {
  const rows = settings.map(
    ({ name, flag, variable, standard, help }) => `<tr id="${name}">
<th scope="row"><a href="#${name}"><code>${html(variable)}</code></a><br><code>${html(flag)}</code></th>
<td>${html(standard)}</td><td>${html(help)}</td>
</tr>`,
  );
  return docsPage({
    title: "Settings – Waybill docs",
    path: "/docs/settings",
    main: `<article class="settings">
<h1>Settings</h1>
<p>Give each setting as a flag of <code>waybill serve</code> or as an environment variable. A flag wins over its variable, and both win over
the default. <code>waybill config print</code> shows the values in effect.</p>
<table>
<thead><tr><th>Variable and flag</th><th>Default</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</article>`,
  });
}
