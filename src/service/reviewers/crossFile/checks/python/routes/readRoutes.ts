import type { SyntaxNode } from '@lezer/common';
import { positionOf } from '../../../../../engine/diff/textPosition.ts';
import type { Named, PythonFacts } from '../facts.ts';
import type { Source } from '../source/parse.ts';

interface Routes {
  /**
   * The names that the file gives to addresses; those of Flask begin with `@`, and with `@?` where their blueprint is not
   * known. One that is computed has `*` for what is not known at its end.
   */
  readonly routes: readonly Named[];
  /** The names of addresses that it asks for, as they are written. */
  readonly routed: readonly Named[];
  /** The modules whose addresses it includes. */
  readonly included: readonly Named[];
}

const giving = /^(?:path|re_path|url)$/;
const asking = /^(?:reverse|reverse_lazy|redirect|resolve_url|url_for)$/;
const text = /^["']([\w:.-]{1,100})["']$/;
/** `bp = Blueprint('main', …)`, `app = Flask(…)` */
const owner =
  /(?<![\w.])(\w{1,80})(?:: ?[\w.]{1,80})? ?= ?(?:\w{1,80}\.)?(?:Blueprint\(\s{0,99}["']([\w.-]{1,100})["']|(?:Flask|Quart)\()/g;
const routing = /^(?:route|get|post|put|patch|delete)$/;
/** Rules that are added by a call, for functions that it names. */
const added = /\badd_url_rule\(([^)]{0,400})/g;

/** Reads the names that Django and Flask know addresses by. */
export function readRoutes(source: Source): Routes {
  const whole = source.text(source.root);
  const owners = new Map(
    [...whole.matchAll(owner)].map(([, name = '', of]) => [name, of === undefined ? '@' : `@${of}.`]),
  );
  const routes: Named[] = [...whole.matchAll(added)].flatMap(([, given = '']) =>
    (given.match(/\w+/g) ?? []).map((name): Named => ({ name: `@?${name}`, at: [1, 1, 1] })),
  );
  const routed: Named[] = [];
  const included: Named[] = [];
  const cursor = source.root.cursor();
  do {
    if (cursor.name === 'DecoratedStatement') routes.push(...endpoints(source, cursor.node, owners));
    if (cursor.name !== 'CallExpression') continue;
    const { firstChild: callee, lastChild: list } = cursor.node;
    if (callee?.name !== 'VariableName' || list?.name !== 'ArgList') continue;
    const called = source.text(callee);
    if (giving.test(called)) {
      const value = keyword(source, list, 'name');
      if (value !== undefined) routes.push(textOf(source, value) ?? computed(source, value));
    } else if (called === 'include' || asking.test(called)) {
      const first = list.firstChild?.nextSibling;
      const name = first === null || first === undefined ? undefined : textOf(source, first);
      if (name !== undefined && called === 'include') included.push(name);
      else if (name !== undefined) routed.push(called === 'url_for' ? { ...name, name: `@${name.name}` } : name);
    }
  } while (cursor.next());
  return { routes, routed, included: included.filter(({ name }) => /^\w+(?:\.\w+)+$/.test(name)) };
}

/** The names that Flask knows the addresses of a function by. */
function endpoints(source: Source, node: SyntaxNode, owners: ReadonlyMap<string, string>): Named[] {
  const name = node.getChild('FunctionDefinition')?.getChild('VariableName');
  if (name === null || name === undefined) return [];
  return node.getChildren('Decorator').flatMap(each => {
    const [of, ...called] = each.getChildren('VariableName').map(part => source.text(part));
    if (of === undefined || !routing.test(called.at(-1) ?? '')) return [];
    const list = each.getChild('ArgList');
    const value = list === null ? undefined : keyword(source, list, 'endpoint');
    const endpoint = value === undefined ? source.text(name) : (textOf(source, value)?.name ?? '');
    // Of `@self.pages.route` nothing says which blueprint it is.
    const owner = called.length === 1 ? owners.get(of) : undefined;
    return [{ name: `${owner ?? '@?'}${endpoint}`, at: source.span(name) }];
  });
}

const inTemplates =
  /\{%-?\s{0,9}url\s{1,9}["']([\w:.-]{1,100})["'](?![^%]{0,200}\sas\s)|\burl_for\(\s{0,99}["'](?!static["'])([\w.]{1,100})["']/g;

/** Facts of a template: the names of addresses that it asks for. */
export function extractTemplate(whole: string): PythonFacts | undefined {
  const routed = [...whole.matchAll(inTemplates)].map(({ 0: match, 1: django, 2: flask, index }): Named => {
    const name = django ?? `@${flask}`;
    const { line, column } = positionOf({ text: whole }, index + match.length - 1 - (django ?? flask ?? '').length);
    return { name, at: [line, column, column + (django ?? flask ?? '').length] };
  });
  return routed.length === 0 ? undefined : { definitions: [], imports: [], references: [], calls: [], routed };
}

/** The value of an argument that is given by name. */
function keyword(source: Source, list: SyntaxNode, name: string): SyntaxNode | undefined {
  for (let each = list.firstChild; each !== null; each = each.nextSibling)
    if (each.name === 'VariableName' && each.nextSibling?.name === 'AssignOp' && source.text(each) === name)
      return each.nextSibling.nextSibling ?? undefined;
  return undefined;
}

/** What a name begins with that is put together: `'show_%s' % kind`, `f'show_{kind}'`. */
function computed(source: Source, node: SyntaxNode): Named {
  const [, beginning = ''] = /^[fF]?["']([\w:.-]{0,100})/.exec(source.text(node)) ?? [];
  return { name: `${beginning}*`, at: source.span(node) };
}

function textOf(source: Source, node: SyntaxNode): Named | undefined {
  const [, name] = node.name === 'String' ? (text.exec(source.text(node)) ?? []) : [];
  return name === undefined ? undefined : { name, at: source.span(node) };
}
