import { attribute, html, type Content, type Html } from './html.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** Numbers are set to the right; actions have no visible title. */
  readonly kind?: 'number' | 'actions';
  readonly cell: (row: Row) => Content;
}

/**
 * A table whose first column names the row. On narrow screens each row is a card; the roles are written out, because a
 * browser forgets them where the layout is not that of a table.
 */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  return html`<table role="table">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(headCell)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        row =>
          html`<tr role="row">
            ${columns.map((column, index) => bodyCell(column, row, index === 0))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function headCell({ title, kind }: Column<never>): Html {
  const text = kind === 'actions' ? html`<span class="unseen">${title}</span>` : title;
  return html`<th role="columnheader" scope="col" ${attribute('class', kind)}>${text}</th>`;
}

function bodyCell<Row>({ title, kind, cell }: Column<Row>, row: Row, isName: boolean): Html {
  const content = cell(row);
  if (isName) return html`<th role="rowheader" scope="row">${content}</th>`;
  const label = kind === 'actions' ? undefined : title;
  return html`<td role="cell" ${attribute('class', kind)}${attribute('data-label', label)}><div>${content}</div></td>`;
}

/** Names and values, one below the other. */
export function facts(entries: readonly (readonly [name: string, value: Content])[]): Html {
  const shown = entries.filter(([, value]) => value !== undefined && value !== false && value !== '');
  return html`<dl class="facts">
    ${shown.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** What stands in the place of an empty list: what it is for and what to do. */
export function emptyState(title: string, ...rest: readonly Content[]): Html {
  return html`<div class="empty">
    <h2>${title}</h2>
    ${rest.map(each => html`<p>${each}</p>`)}
  </div>`;
}
