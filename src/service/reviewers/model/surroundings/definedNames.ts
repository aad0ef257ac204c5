const keyword =
  /\b(?:function\s*\*?|def|class|interface|type|enum|struct|trait|record|protocol|func|fn|fun|module|namespace|macro_rules!)\s+([A-Za-z_$][\w$]*)/;
const goMethod = /^func\s*\([^)]*\)\s*(\w+)/;
const topLevel =
  /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:pub\s+)?(?:const|let|var|val|static)\s+([A-Za-z_$][\w$]*)/;
const constant = /^([A-Za-z_]\w*)\s*(?::[^=]{1,200})?=(?![=>])/;
const assigned =
  /(?:^|[\s.,{(])([A-Za-z_$][\w$]*)\s*[:=]\s*(?:async\s*)?(?:function\b|\([^()]{0,300}\)\s*(?::[^=]{1,200})?=>|[A-Za-z_$][\w$]*\s*=>)/;
const method =
  /^(?!.*\bfunction\b)\s*(?:(?:public|private|protected|internal|static|async|override|readonly|get|set|final|abstract|export|default|virtual|inline|suspend|unsafe|pub|[A-Z][\w<>[\],.?]*|void|int|bool|string|float|double|long|char)\s+)*[*#]?([A-Za-z_$][\w$]*)\s*(?:<[^<>]{0,200}>)?\((?:.*\)[^;=]*)?\{\s*$/;
const statement =
  /^(?:if|else|for|while|switch|catch|function|func|return|do|try|with|match|when|until|unless|foreach|using|lock|fixed|super|describe|it|test|suite|context|beforeEach|afterEach|before|after)$/;
/** A longer line costs time, and is no definition that a person wrote. */
const longest = 400;

/** The names that a line of code defines, in most languages: functions, methods, types and constants of a file. */
export function definedNames(line: string): string[] {
  if (line.length > longest || /^\s*(?:\/\/|\*|\/\*|#\s|import\b|from\b)/.test(line)) return [];
  const found = [keyword, goMethod, topLevel, constant, assigned, method].map(each => each.exec(line)?.[1] ?? '');
  return [...new Set(found)].filter(name => name !== '' && !statement.test(name));
}
