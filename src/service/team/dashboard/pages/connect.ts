import { badge } from '../html/badge.ts';
import { buttons, form, problemSummary, radios, select, textField, type Problems } from '../html/form.ts';
import { html, type Content, type Html } from '../html/html.ts';
import { page } from '../html/page.ts';
import { timeAgo } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import type { CheckResult } from '../../hosts/checkSteps.ts';
import type { Form } from '../../members/member.ts';
import type { RepositoryDetails, StoredCredential } from '../queries/repositories.ts';
import { providerNames } from './repositories.ts';

/** What a form about a credential shows. */
export interface CredentialFormState {
  readonly credentials: readonly StoredCredential[];
  /** Fields that were sent and are kept; never the token. */
  readonly values: Form;
  readonly problems: Problems;
  /** Steps of a check that has failed. */
  readonly steps: CheckResult['steps'];
}

/** The form that connects a repository. */
export function connectPage(viewer: Viewer, { credentials, values, problems, steps }: CredentialFormState): Html {
  return page(viewer, {
    title: 'Connect a repository',
    section: 'repositories',
    back: { path: '/repositories', text: 'Repositories' },
    isRefused: Object.keys(problems).length > 0,
    body: html`<div class="narrow">
      ${problemSummary(problems)}${steps.length > 0 && html`<div class="panel">${stepList(steps)}</div> `}${form(
        '/repositories',
        viewer.csrfToken,
        textField({
          name: 'address',
          label: 'Clone address',
          hint: html`The HTTPS address, such as <code>https://github.com/acme/orders.git</code>`,
          value: values['address'] ?? '',
          problem: problems['address'],
          isRequired: true,
          isCode: true,
          longest: 2_000,
        }),
        select(
          'provider',
          'Kind of host',
          [{ value: '', label: 'Known by its address' }, ...providerNames.map(([value, label]) => ({ value, label }))],
          values['provider'] ?? '',
        ),
        credentialFields(credentials, values, problems, viewer.now),
        checkButtons('Connect', '/repositories', steps),
      )}
    </div>`,
  });
}

/** The form that gives a repository another credential. */
export function credentialPage(viewer: Viewer, repository: RepositoryDetails, state: CredentialFormState): Html {
  const { credentials, values, problems, steps } = state;
  return page(viewer, {
    title: 'Change the credential',
    section: 'repositories',
    back: { path: `/repositories/${repository.id}`, text: repository.fullName },
    isRefused: Object.keys(problems).length > 0,
    body: html`<div class="narrow">
      ${problemSummary(problems)}${steps.length > 0 && html`<div class="panel">${stepList(steps)}</div> `}${form(
        `/repositories/${repository.id}/credential`,
        viewer.csrfToken,
        credentialFields(credentials, values, problems, viewer.now),
        checkButtons('Save', `/repositories/${repository.id}`, steps),
      )}
    </div>`,
  });
}

/** The steps of a check, with what each has found. */
export function stepList(steps: CheckResult['steps']): Html {
  const badges = {
    ok: badge('good', 'Passed'),
    failed: badge('bad', 'Failed'),
    skipped: badge('quiet', 'Skipped'),
  } as const;
  return html`<ul class="steps">
    ${steps.map(
      ({ name, status, detail }) =>
        html`<li>
          <span>${badges[status]}</span
          ><span><strong class="step">${name}</strong><span class="sub">${detail}</span></span>
        </li>`,
    )}
  </ul>`;
}

function credentialFields(
  credentials: readonly StoredCredential[],
  values: Form,
  problems: Problems,
  now: number,
): Content {
  const choices = [
    { value: 'new', label: 'A new token' },
    ...credentials.map(credential => ({
      value: credential.id,
      label: `Stored for ${new URL(credential.origin).host}${credential.username === '' ? '' : ` (${credential.username})`}`,
      hint: setBy(credential, now),
    })),
    { value: 'none', label: 'None: the repository is public' },
  ];
  return html`${radios('credential', 'Credential', choices, values['credential'] ?? 'new', problems['credential'])}
  ${textField({ name: 'secret', label: 'New token', hint: 'A token that may read code and pull requests. It is stored encrypted and never shown again.', type: 'password', autocomplete: 'new-password', problem: problems['secret'], longest: 10_000 })}
  ${textField({ name: 'username', label: 'User name (optional)', hint: 'Only where the host asks for one with the token, as Bitbucket does.', value: values['username'] ?? '', longest: 300 })}`;
}

/** When a credential was set, and by whom; what it is, is never told. */
export function setBy({ setAt, setBy: name }: StoredCredential, now: number): Html {
  return html`set ${timeAgo(setAt, now)}${name !== undefined && html` by ${name}`}`;
}

/** @param steps of a check that has failed. One that did not reach the host says nothing of the workers, which may. */
function checkButtons(text: string, back: string, steps: CheckResult['steps']): Html {
  const failed = steps.find(({ status }) => status === 'failed')?.name;
  return html`<p class="hint">
      The repository is read step by step before anything is stored. This may take a few seconds.
    </p>
    ${buttons(text, back)}
    ${
      (failed === 'name' || failed === 'connection') &&
      html`<p class="hint">
          If only workers reach this host, go on without a check. The first review shows whether it can be read.
        </p>
        <p><button class="button plain" name="check" value="none">${text} without a check</button></p>`
    }`;
}
