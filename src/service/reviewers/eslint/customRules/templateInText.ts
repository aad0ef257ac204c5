import type { Rule, Scope } from 'eslint';

const place = /\$\{\s*([A-Za-z_$][\w$]*)(?:[.?[(][^{}]*)?\}/g;
/** Methods that look for the place itself, to fill it in. */
const searching = /^(?:replace|replaceAll|split|includes|indexOf|startsWith|endsWith|match|test)$/;

/** Reports `'Hello ${name}'` between quotes where `name` is a variable of a function around it. */
export const templateInText: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: "'{{place}}' is no template." } },
  create: context => {
    const { sourceCode } = context;
    return {
      Literal(node) {
        const { value, parent } = node;
        if (typeof value !== 'string' || !value.includes('${')) return;
        if (parent.type === 'CallExpression') {
          const { callee } = parent;
          const name =
            callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name;
          if (name !== false && searching.test(name)) return;
        }
        const found = [...value.matchAll(place)].find(([, name = '']) => isLocal(sourceCode.getScope(node), name));
        if (found !== undefined) context.report({ node, messageId: 'found', data: { place: found[0] } });
      },
    };
  },
};

/** Whether a name is that of a variable or parameter of a function around. */
function isLocal(from: Scope.Scope, name: string): boolean {
  let scope: Scope.Scope | null = from;
  while (scope !== null && !scope.set.has(name)) scope = scope.upper;
  return scope !== null && scope.type !== 'global' && scope.type !== 'module';
}
