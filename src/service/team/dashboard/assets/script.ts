/**
 * The dashboard's script, without which everything works: copies keys, moves the focus to what is wrong, sends a form
 * once, and keeps a review that is under way up to date.
 */
export const script = `'use strict';
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(source);
      button.textContent = 'Press Ctrl+C or ⌘C';
    }
    setTimeout(() => { button.textContent = label; }, 3000);
  });
}

document.querySelector('[data-focus]')?.focus();

document.addEventListener('submit', event => {
  if (event.target.dataset.sent) return event.preventDefault();
  event.target.dataset.sent = 'true';
  event.submitter?.setAttribute('aria-disabled', 'true');
});
// What the browser shows again from its memory may be old, and its forms were sent.
addEventListener('pageshow', event => {
  if (event.persisted) location.reload();
});

let pause = 2000;
const refresh = async () => {
  const shown = document.querySelector('[data-refresh]');
  if (!shown) return;
  if (!document.hidden) {
    try {
      const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(shown.id);
      if (answer.ok && next && next.innerHTML !== shown.innerHTML) {
        shown.replaceWith(next);
        pause = 2000;
      }
    } catch {
      // The next try may do better.
    }
    pause = Math.min(pause * 1.3, 15000);
  }
  setTimeout(refresh, pause);
};
setTimeout(refresh, pause);
`;
