import { actionButton, buttons, form } from '../html/form.ts';
import { html, type Html } from '../html/html.ts';
import { buttonLink, externalLink, pathWith } from '../html/links.ts';
import { notice, page } from '../html/page.ts';
import { facts } from '../html/table.ts';
import { timeAgo } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import type { RepositoryDetails } from '../queries/repositories.ts';
import { setBy, stepList } from './connect.ts';
import { lastReviewLink, providerName, readableBadge } from './repositories.ts';

/** The page of a connected repository. */
export function repositoryPage(viewer: Viewer, repository: RepositoryDetails): Html {
  const { id, fullName, cloneUrl, webUrl, problem, credential, checkedAt, sizeBytes } = repository;
  const steps = viewer.flash?.steps ?? [];
  return page(viewer, {
    title: fullName,
    section: 'repositories',
    back: { path: '/repositories', text: 'Repositories' },
    actions: html`${actionButton(`/repositories/${id}/check`, viewer.csrfToken, 'Check now')}${buttonLink(`/repositories/${id}/disconnect`, 'Disconnect…', 'danger')}`,
    body: html`<div class="stack">
      ${problem !== undefined && steps.length === 0 && notice('problem', html`<strong>This repository cannot be read.</strong> ${problem}`)}
      ${
        steps.length > 0 &&
        html`<section class="panel" aria-labelledby="steps">
          <h2 id="steps">Result of the check</h2>
          ${stepList(steps)}
        </section>`
      }
      <section class="panel" aria-labelledby="about">
        <h2 id="about">About</h2>
        ${facts([
          ['State', readableBadge(repository)],
          ['Checked', checkedAt && timeAgo(checkedAt, viewer.now)],
          ['Host', providerName(repository.provider)],
          ['Clone address', html`<code>${cloneUrl}</code>`],
          ['Page', webUrl !== undefined && externalLink(webUrl, webUrl)],
          ['Visibility', checkedAt && (repository.isPrivate ? 'Private' : 'Public')],
          ['Default branch', repository.defaultBranch],
          ['Size', sizeBytes !== undefined && sizeText(sizeBytes)],
          [
            'Connected',
            html`${timeAgo(repository.connectedAt, viewer.now)}${repository.connectedBy !== undefined && html` by ${repository.connectedBy}`}`,
          ],
        ])}
      </section>
      <section class="panel" aria-labelledby="credential">
        <h2 id="credential">Credential</h2>
        <p>
          ${
            credential === undefined
              ? 'None. The repository is read as anybody can read it.'
              : html`Token for
                ${credential.origin}${credential.username !== '' && html` with user name ${credential.username}`},
                ${setBy(credential, viewer.now)}.`
          }
        </p>
        ${buttonLink(`/repositories/${id}/credential`, 'Change…')}
      </section>
      <section class="panel" aria-labelledby="reviews">
        <h2 id="reviews">Reviews</h2>
        <p>Last review: ${lastReviewLink(repository.lastReview, viewer.now)}</p>
        ${buttonLink(pathWith('/reviews', { repository: fullName }), 'All reviews')}
      </section>
    </div>`,
  });
}

/** Asks before a repository is disconnected. */
export function disconnectPage(viewer: Viewer, { id, fullName }: RepositoryDetails): Html {
  return page(viewer, {
    title: `Disconnect ${fullName}?`,
    section: 'repositories',
    back: { path: `/repositories/${id}`, text: fullName },
    body: html`<div class="panel narrow">
      <p>Its pull requests can no longer be reviewed, and reviews that wait or run are cancelled.</p>
      <p>
        Its credential is deleted, unless another repository uses it. Reviews that were made stay, and come back in its
        list if you connect it again.
      </p>
      ${form(`/repositories/${id}/disconnect`, viewer.csrfToken, buttons('Disconnect', `/repositories/${id}`, 'danger'))}
    </div>`,
  });
}

function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes < 1
    ? `${Math.ceil(bytes / 1_024)} KB`
    : megabytes < 1_024
      ? `${Math.round(megabytes)} MB`
      : `${(megabytes / 1_024).toFixed(1)} GB`;
}
