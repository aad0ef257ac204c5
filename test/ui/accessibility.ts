import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe-core finds wrong in parts of the window: one line each, empty where nothing is.
 * @param ours selectors of what the extension fills in; what is outside of them is VS Code's own
 * @param itsOwn selectors of what VS Code draws within them
 * @param rules the only rules to check; all by default
 */
export async function violations(
  page: Page,
  ours: readonly string[],
  itsOwn: readonly string[] = [],
  rules?: readonly string[],
): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(await source);
  const context = JSON.stringify({ include: ours, exclude: itsOwn });
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) });
  const { violations: found } = await page.evaluate<AxeResults>(`axe.run(${context}, ${options})`);
  const unnamed = await page.evaluate<string[]>(rowsWithoutTheirText);
  return [
    ...unnamed,
    ...found.flatMap(({ id, help, nodes }) =>
      nodes
        // VS Code draws the parts of a row without a space between: the rule compares words that are none.
        .filter(({ html }) => id !== 'label-content-name-mismatch' || !html.includes('monaco-list-row'))
        .map(({ target, html }) => `${id}: ${help} (${target.join(' ')}: ${html.slice(0, 200)})`),
    ),
  ];
}

/** That rule for rows, part by part: each word that is seen has to be heard. */
const rowsWithoutTheirText = `
  [...document.querySelectorAll('.part.sidebar .monaco-list-row')].flatMap(row => {
    const words = text => text.toLowerCase().split(/[^\\p{L}\\p{N}_]+/u).filter(Boolean);
    const heard = new Set(words(row.getAttribute('aria-label') ?? ''));
    const seen = [...row.querySelectorAll('.label-name, .label-description')].flatMap(part => words(part.textContent));
    const missing = seen.filter(word => !heard.has(word));
    return missing.length === 0 ? [] : ['a row does not say ' + missing + ': ' + row.getAttribute('aria-label')];
  });
`;
