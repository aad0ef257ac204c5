import { html, type Content, type Html } from './html.ts';
import { plainPage } from './page.ts';

/** The page for a request that was not carried out. @param sentence says why, and what to do */
export function refusedPage(sentence: Content, title = 'That did not work'): Html {
  return plainPage(
    title,
    html`<p>${sentence}</p>
      <p><a class="button plain" href="/reviews">Go to the reviews</a></p>`,
  );
}
