import type { CrossFileFinding, Tree, TreeChange } from '../../../check.ts';
import type { JavaScriptFacts, MarkupFacts, Spot } from '../facts.ts';
import { Exports } from '../modules/moduleExports.ts';
import { placeOf, quoted } from '../words.ts';

type Change = TreeChange<JavaScriptFacts>;

/** Packages that give components to all others. */
const registering = /^(?:unplugin-vue-components|unplugin-auto-import|nuxt|@nuxt\/.*|vuetify|quasar|vitepress)$/;

/**
 * Names that the script of a component gave to its markup, and does not any more, while the markup still uses them. An
 * element may be registered elsewhere, so that it is only named.
 */
export function lostInMarkup({ base, head, changed }: Change): CrossFileFinding[] {
  const exports = new Exports(head);
  return [...changed.keys()].flatMap(path => {
    const [before, now] = [markupIn(base, path), markupIn(head, path)];
    if (before === undefined || now === undefined) return [];
    const missed = new Map(now.missed.map(each => [each[0], each]));
    return before.given.flatMap(([name, at]): CrossFileFinding[] => {
      const [, use, isElement] = missed.get(name) ?? [];
      if (use === undefined) return [];
      if (isElement !== true) return [told(path, name, at, use)];
      const isRegistered = exports.manifestWith(path, each => registering.test(each)) !== undefined;
      return isRegistered ? [] : [{ ...told(path, name, at, use), unexplained: [name] }];
    });
  });
}

function told(path: string, name: string, at: Spot, use: Spot): CrossFileFinding {
  return {
    rule: 'cross-file/undefined-name',
    severity: 'medium',
    category: 'bug',
    title: `${quoted(name)} is not defined in the script any more, and the markup still uses it`,
    body: 'It is `undefined` there, or the component fails. Define it again, or change the markup too.',
    at: { ...placeOf(path, at), side: 'base' },
    related: [{ ...placeOf(path, use), message: `${quoted(name)} is used here.` }],
  };
}

function markupIn(tree: Tree<JavaScriptFacts>, path: string): MarkupFacts | undefined {
  const facts = tree.facts(path);
  return facts?.kind === 'script' ? facts.markup : undefined;
}
