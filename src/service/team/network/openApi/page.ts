import { html } from 'hono/html';
import type { Answered, OpenApiDocument, Operation } from './document.ts';

type Html = ReturnType<typeof html>;

/** The style sheet of the page; a file of its own, since the page allows no inline style. */
export const pageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
code, pre { font: 0.875em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid GrayText; border-radius: 6px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.25rem 0.5rem; border-bottom: 1px solid GrayText; text-align: start; vertical-align: top; }
`;

/** Shows the document as a page that needs no script. @param stylePath path of `pageStyle` */
export function openApiPage({ info, servers, paths, components }: OpenApiDocument, stylePath: string): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationPart(method.toUpperCase(), path, operation)),
  );
  const { schemas } = components;
  const shapes = Object.entries(schemas).map(
    ([name, schema]) =>
      html`<h3 id="${name}">${name}</h3>
        <pre tabindex="0" aria-label="JSON Schema of ${name}">${JSON.stringify(schema, undefined, 2)}</pre>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>API · ${info.title}</title>
        <link rel="stylesheet" href="${stylePath}" />
      </head>
      <body>
        <main>
          <h1>API of ${info.title} ${info.version}</h1>
          <p>${info.description}</p>
          <p>
            Address: <code>${servers[0]?.url}</code>. Every request needs
            <code>Authorization: Bearer &lt;API_KEY&gt;</code>, with a key made in the <a href="/keys">dashboard</a>.
            For programs: <a href="/openapi.json">openapi.json</a>, in OpenAPI 3.1.
          </p>
          ${operations}
          <h2>Schemas</h2>
          ${shapes}
        </main>
      </body>
    </html>`;
}

function operationPart(method: string, path: string, { summary, responses }: Operation): Html {
  const rows = Object.entries(responses).map(
    ([status, { description, headers, content }]) =>
      html`<tr>
        <th scope="row">${status}</th>
        <td>${description}</td>
        <td>${schemaLink(content)}</td>
        <td><code>${Object.keys(headers ?? {}).join(', ')}</code></td>
      </tr>`,
  );
  return html`<h2><code>${method} ${path}</code></h2>
    <p>${summary}.</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">When</th>
          <th scope="col">Body</th>
          <th scope="col">Headers</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function schemaLink(content: Answered['content']): Html | string {
  const [body] = Object.values(content ?? {});
  const name = body?.schema.$ref.split('/').at(-1);
  return name === undefined ? 'none' : html`<a href="#${name}">${name}</a>`;
}
