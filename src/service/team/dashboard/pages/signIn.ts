import { shortestPassword } from '../../members/formFields.ts';
import type { Invitation } from '../../members/invitations.ts';
import type { Form, Problem } from '../../members/member.ts';
import { buttons, form, problemSummary, textField, type Problems } from '../html/form.ts';
import { html, type Html } from '../html/html.ts';
import { buttonLink } from '../html/links.ts';
import { notice, plainPage } from '../html/page.ts';

/** What the page to sign in shows. */
export interface SignInState {
  /** Fields that were sent and are kept. */
  readonly values: Form;
  readonly problem: Problem | undefined;
  /** Name of the organisation's own sign-in, where there is one. */
  readonly oidcName: string | undefined;
  readonly hasMembers: boolean;
}

/** The page to sign in on. */
export function signInPage({ values, problem, oidcName, hasMembers }: SignInState): Html {
  if (!hasMembers)
    return plainPage(
      'Nobody is a member yet',
      html`<p>The service printed a link for the first member when it started. Open that link.</p>
        <p class="quiet">
          If it is lost, start the service again: it prints a new one as long as nobody is a member.
        </p>`,
    );
  const { to } = values;
  return plainPage(
    'Sign in',
    html`${problem && html`<div tabindex="-1" data-focus>${notice('problem', problem.problem)}</div>`}
      ${form(
        '/sign-in',
        undefined,
        to !== undefined && html`<input type="hidden" name="to" value="${to}" />`,
        emailField(values),
        textField({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          isRequired: true,
        }),
        buttons('Sign in'),
      )}
      ${
        oidcName !== undefined &&
        html`<p class="or">or</p>
          ${buttonLink('/sign-in/oidc', html`Sign in with ${oidcName}`)}`
      }
      <p class="quiet">No account? An admin of your team can send you an invitation link.</p>`,
    problem !== undefined,
  );
}

/** What the page of an invitation shows. */
export interface JoinState {
  readonly invitation: Invitation;
  readonly token: string;
  readonly values: Form;
  readonly problem: Problem | undefined;
}

/** The page on which somebody becomes a member, or sets a new password. */
export function joinPage({ invitation, token, values, problem }: JoinState): Html {
  const { isFirst, email, member } = invitation;
  const problems: Problems = problem === undefined ? {} : { [problem.field ?? '']: problem.problem };
  const known = member?.email ?? email;
  return plainPage(
    member !== undefined ? 'Set a new password' : isFirst ? 'Create the first admin' : 'Join your team',
    html`${problemSummary(problems)}
      <p class="quiet">${purposeOf(invitation)}</p>
      ${form(
        isFirst ? '/first-member' : '/invitation',
        undefined,
        html`<input type="hidden" name="token" value="${token}" />`,
        member === undefined &&
          textField({
            name: 'name',
            label: 'Your name',
            value: values['name'] ?? '',
            autocomplete: 'name',
            isRequired: true,
            longest: 100,
            problem: problems['name'],
          }),
        known === undefined
          ? emailField(values, problems['email'])
          : html`<p>For <strong>${known}</strong></p>
              <input type="hidden" name="email" value="${known}" autocomplete="username" />`,
        textField({
          name: 'password',
          label: 'Password',
          hint: `At least ${shortestPassword} characters. Several words are easy to remember.`,
          type: 'password',
          autocomplete: 'new-password',
          isRequired: true,
          problem: problems['password'],
        }),
        buttons(member !== undefined ? 'Set password' : isFirst ? 'Create account' : 'Join'),
      )}`,
    problem !== undefined,
  );
}

function emailField(values: Form, problem?: string): Html {
  return textField({
    name: 'email',
    label: 'Email address',
    type: 'email',
    value: values['email'] ?? '',
    autocomplete: 'username',
    isRequired: true,
    longest: 254,
    problem,
  });
}

function purposeOf({ isFirst, role, member }: Invitation): string {
  if (member !== undefined) return `${member.name}, all your sessions end and you are signed in anew.`;
  if (isFirst) return 'You are the first member of this service. You can then connect repositories and invite others.';
  if (role === 'admin') return 'You are invited as an admin: you manage repositories, keys and members.';
  return 'You are invited as a member: you see the reviews and create API keys for yourself.';
}

/** The page for a link that leads nowhere any more. */
export function endedLinkPage(isFirst: boolean): Html {
  return plainPage(
    'This link is not valid',
    isFirst
      ? html`<p>
            Somebody has joined since, or it was not copied whole. If nobody has joined, open the link that the service
            printed.
          </p>
          <p>${buttonLink('/sign-in', 'Sign in')}</p>`
      : html`<p>It was used or withdrawn, or is too old. Ask an admin of your team for a new one.</p>
          <p>${buttonLink('/sign-in', 'Sign in')}</p>`,
  );
}
