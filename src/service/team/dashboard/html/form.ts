import { attribute, html, type Content, type Html } from './html.ts';

/** What is wrong with a form: a sentence by field name. */
export type Problems = Readonly<Record<string, string>>;

/** One line of text in a form. */
export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly hint?: Content;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'url' | 'search';
  readonly value?: string;
  readonly problem?: string | undefined;
  readonly autocomplete?: string;
  readonly isRequired?: boolean;
  readonly longest?: number;
  readonly placeholder?: string;
  /** Suggested values. */
  readonly options?: readonly string[];
  /** Addresses, names and code: no spelling check, fixed width. */
  readonly isCode?: boolean;
}

/** A form that posts to a path of the dashboard. @param csrf absent before sign-in has begun a session */
export function form(path: string, csrf: string | undefined, ...content: readonly Content[]): Html {
  const token = csrf === undefined ? undefined : html`<input type="hidden" name="csrf" value="${csrf}" />`;
  return html`<form method="post" action="${path}" novalidate>${token}${content}</form>`;
}

/** A labelled line of text with its hint and what is wrong with it. */
export function textField(field: TextField): Html {
  const { name, label, hint, type = 'text', value, problem, options, isCode = false } = field;
  const described = [hint === undefined ? '' : `${name}-hint`, problem === undefined ? '' : `${name}-problem`]
    .filter(Boolean)
    .join(' ');
  return html`<div class="field${problem === undefined ? '' : ' wrong'}">
    <label for="${name}">${label}</label>
    ${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${problem === undefined ? undefined : html`<p class="error" id="${name}-problem"><span class="unseen">Error: </span>${problem}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      ${attribute('value', type === 'password' ? undefined : value)}${attribute('autocomplete', field.autocomplete ?? 'off')}${attribute('required', field.isRequired)}${attribute('maxlength', field.longest)}${attribute('placeholder', field.placeholder)}${attribute('list', options && `${name}-options`)}${attribute('aria-describedby', described === '' ? undefined : described)}${attribute('aria-invalid', problem === undefined ? undefined : 'true')}${attribute('spellcheck', isCode ? 'false' : undefined)}${attribute('class', isCode ? 'code' : undefined)}
    />
    ${options && html`<datalist id="${name}-options">${options.map(option => html`<option value="${option}"></option>`)}</datalist>`}
  </div>`;
}

/** One of several answers. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: Content;
}

/** A question with all its answers in sight. */
export function radios(
  name: string,
  legend: string,
  choices: readonly Choice[],
  chosen: string,
  problem?: string,
): Html {
  return html`<fieldset class="field${problem === undefined ? '' : ' wrong'}" id="${name}">
    <legend>${legend}</legend>
    ${problem === undefined ? undefined : html`<p class="error"><span class="unseen">Error: </span>${problem}</p>`}
    ${choices.map(
      ({ value, label, hint }, index) =>
        html`<div class="choice">
          <input
            type="radio"
            id="${name}-${index}"
            name="${name}"
            value="${value}"
            ${attribute('checked', value === chosen)}${attribute('aria-describedby', hint === undefined ? undefined : `${name}-${index}-hint`)}
          />
          <label for="${name}-${index}">${label}</label>
          ${hint === undefined ? undefined : html`<p class="hint" id="${name}-${index}-hint">${hint}</p>`}
        </div>`,
    )}
  </fieldset>`;
}

/** A list to choose one from. */
export function select(name: string, label: string, choices: readonly Choice[], chosen: string): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${choices.map(({ value, label: text }) => html`<option value="${value}" ${attribute('selected', value === chosen)}>${text}</option>`)}
    </select>
  </div>`;
}

/** The buttons of a form: what it does, and the way back. */
export function buttons(text: string, back?: string, kind: 'primary' | 'danger' = 'primary'): Html {
  return html`<div class="buttons">
    <button class="button ${kind}">${text}</button
    >${back !== undefined && html`<a class="button plain" href="${back}">Cancel</a>`}
  </div>`;
}

/** A button that is a form of its own. */
export function actionButton(path: string, csrf: string, text: Content, kind: 'primary' | 'plain' = 'plain'): Html {
  return html`<form class="inline" method="post" action="${path}">
    <input type="hidden" name="csrf" value="${csrf}" /><button class="button ${kind}">${text}</button>
  </form>`;
}

/** Everything that is wrong with a form, above it, each with a link to its field. Nothing if all is well. */
export function problemSummary(problems: Problems): Html | undefined {
  const entries = Object.entries(problems);
  if (entries.length === 0) return undefined;
  return html`<div class="summary" role="alert" tabindex="-1" data-focus>
    <h2>There is a problem</h2>
    <ul>
      ${entries.map(([name, sentence]) => html`<li>${name === '' ? sentence : html`<a href="#${name}">${sentence}</a>`}</li>`)}
    </ul>
  </div>`;
}
