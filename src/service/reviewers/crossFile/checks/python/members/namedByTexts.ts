import type { SyntaxNode } from '@lezer/common';
import type { Named } from '../facts.ts';
import type { Source } from '../source/parse.ts';

interface NamedByTexts {
  /** What `__all__` lists. */
  readonly listed: readonly Named[];
  /** Modules that settings of Django and pytest have loaded. */
  readonly loaded: readonly Named[];
}

/** What a file has that has either. */
export const namesByTexts = /^(?:__all__|pytest_plugins|ROOT_URLCONF|[A-Z_]*APPS)\b/m;

const loading = /^(?:pytest_plugins|ROOT_URLCONF|[A-Z_]*APPS)$/;
/** The path of a module; a class that stands for an app is looked up by its dotted text. */
const module = /^(?:[A-Za-z_]\w*\.)*[a-z_]\w*$/;

/** Reads the texts at the top level that Python, Django or pytest take for names, outside of conditions. */
export function namedByTexts(source: Source): NamedByTexts {
  const [listed, loaded]: [Named[], Named[]] = [[], []];
  for (let each = source.root.firstChild; each !== null; each = each.nextSibling) {
    if (each.name !== 'AssignStatement' && each.name !== 'UpdateStatement') continue;
    const { firstChild: target, lastChild: value } = each;
    const name = target?.name === 'VariableName' ? source.text(target) : '';
    if (value === null || (name !== '__all__' && !loading.test(name))) continue;
    // Another list takes the place of the first.
    if (name === '__all__' && each.name === 'AssignStatement') listed.length = 0;
    if (name === '__all__') listed.push(...textsIn(source, value));
    else loaded.push(...textsIn(source, value).filter(text => module.test(text.name)));
  }
  return { listed, loaded };
}

function textsIn(source: Source, value: SyntaxNode): Named[] {
  const texts = value.name === 'String' ? [value] : value.getChildren('String');
  return texts.flatMap(node => {
    const [, name] = /^["']([\w.]+)["']$/.exec(source.text(node)) ?? [];
    return name === undefined ? [] : [{ name, at: source.span(node) }];
  });
}
