import { restOfLoop } from '../blocks.ts';
import { codeOnly } from '../../../../engine/diff/codeOnly.ts';
import { functionsAround } from '../functions.ts';
import { hasCells } from './isHosted.ts';

/** Names that the environment gives to what runs in it: notebooks, Snakemake, Spark, debuggers and maps. */
const ofEnvironments = new Set(
  'get_ipython __IPYTHON__ display get_config snakemake spark sc dbutils sqlContext displayHTML gdb lldb iface'.split(
    ' ',
  ),
);

/** Names that a program gives to the files that it runs by their own name or folder. */
const ofFiles: readonly (readonly [path: RegExp, names: RegExp])[] = [
  [/(?:^|\/)steps\//, /^(?:given|when|then|step|Given|When|Then|Step|use_step_matcher|register_type)$/],
  [/(?:^|\/)conf\.py$/, /^tags$/],
  [/(?:^|\/)(?:sconstruct|sconscript|wscript)(?:_build)?(?:\.\w+)?$/i, /^/],
];

/** Longest line that is looked at closely. */
const longestLine = 1_000;

const running =
  /(?<![.\w])exec[ \t]*\(|\bglobals\(\)[ \t]*(?:\.update\b|\[[^\]\n]*\][ \t]*=(?!=))|\bbuiltins\.(?:__dict__\b|\w+[ \t]*(?::[^=\n]*)?=(?!=))|\bsetattr\([ \t]*(?:builtins|__builtins__)\b/g;
/** Code that is run as a text that stands there. */
const ofText = /^exec[ \t]*\([ \t]*[rbuRBU]{0,2}(?:"[^"\n]*"|'[^'\n]*')[ \t]*[,)]/;

const condition = /\b(?:if|elif|while|assert|and|or|not)\b/;

/** Whether code gives names their values by running other code, or in all modules. A text that is run has to name it. */
function runsOther(text: string, code: string, name: string): boolean {
  return [...code.matchAll(running)].some(({ index }) => {
    const [run] = ofText.exec(text.slice(index, index + longestLine)) ?? [];
    return run === undefined || run.includes(name);
  });
}

/** Whether a condition asks for a name by its text: `if "name" in globals():`. */
function isLookedFor(text: string, code: string, name: string): boolean {
  const asked = new RegExp(`(["'])${name}\\1 (?:not )?in (?:locals|globals|vars|dir)\\(\\)`, 'g');
  return [...text.matchAll(asked)].some(({ index }) => {
    const end = code.indexOf('\n', index);
    const line = code.slice(code.lastIndexOf('\n', index) + 1, end < 0 ? undefined : end);
    // In a comment or a text, neither the quote nor the rest is code.
    return code[index] === '"' && code.slice(index, end < 0 ? undefined : end).includes(' in ') && condition.test(line);
  });
}

/**
 * Whether something other than a definition in the file may give a name its value.
 * @param before the file before the change, if it was there: a change does not excuse its own names by code that is run
 */
export function mayBeInjected(path: string, text: string, name: string, before?: string): boolean {
  const code = codeOnly(text);
  const isRun = runsOther(text, code, name) && (before === undefined || runsOther(before, codeOnly(before), name));
  // The name is tried, so somebody knows that it may be missing.
  const tried = new RegExp(`\\btry:[^\\n]*\\n[^\\n]*\\b${name}\\b[^\\n]*\\n\\s*except[^\\n]*\\bNameError\\b`);
  // Or a function makes it a name of the module.
  const made = new RegExp(`\\bglobal\\b[^\\n]*\\b${name}\\b[^]{0,500}?\\n[ \\t]*${name}[ \\t]*=(?!=)`);
  // Or its import was taken out by a comment: what needs it is not run.
  const commented = new RegExp(`^[ \\t]*#[ \\t]*(?:from[ \\t]+\\S+[ \\t]+)?import\\b[^\\n]*\\b${name}\\b`, 'm');
  const isTakenOut = commented.test(text) && (before === undefined || commented.test(before));
  // Who runs a notebook sets what a comment shows a value for.
  const parameter = new RegExp(`^#[ \\t]*${name}[ \\t]*=(?!=)`, 'm');
  const isParameter = hasCells(text) && parameter.test(text) && (before === undefined || parameter.test(before));
  const isOfFile = ofFiles.some(([file, names]) => file.test(path) && names.test(name));
  return (
    ofEnvironments.has(name) ||
    isOfFile ||
    isParameter ||
    [tried, made].some(each => each.test(code)) ||
    isRun ||
    isTakenOut ||
    isLookedFor(text, code, name)
  );
}

/** Whether a line may give a name a value: as a definition, an import or a target. */
export function mayBind(line: string, name: string): boolean {
  if (line.length > longestLine) return line.includes(name);
  const keyword = `\\b(?:import|def|class|as|for|global|nonlocal)\\b.*\\b${name}\\b`;
  const target = `^[\\w\\s,.*()[\\]:|"']*\\b${name}\\b[^=(]*(?<![=!<>])=(?!=)`;
  // A line of an import or of a target that goes on.
  const part = `^[\\w\\s,()*]*\\b${name}\\b[\\w\\s,()*]*(?:#.*)?$`;
  return new RegExp(`${keyword}|${target}|\\b${name}\\s*:=|${part}`).test(line);
}

/**
 * Whether the loop around an offset gives a name its value for the next round: further down, or by the statement that reads
 * the one of the round before on a condition: `all = join(all, one) if i > 0 else one`.
 */
export function isBoundByLoop(text: string, offset: number, name: string): boolean {
  const code = codeOnly(text);
  const rest = restOfLoop(code, offset);
  if (rest.some(line => !/^\s*except\b/.test(line) && mayBind(line, name))) return true;
  const isOfStatement = new RegExp(`(?:^|\\n)[ \\t]*${name}[ \\t]*=(?!=)[ \\t]*(?:\\(\\s*)?[^\\n=]*$`);
  const isOnCondition = /^[^=]{0,300}?\bif\b[^=]{0,10}(?:[=!<>]=)?[^=]{0,100}?\belse\b/;
  return (
    rest.length > 0 &&
    isOfStatement.test(code.slice(Math.max(0, offset - 300), offset)) &&
    isOnCondition.test(code.slice(offset, offset + 500))
  );
}

/** Whether a function declares the type of a name, and one in it gives the name its value by `nonlocal`. */
export function isBoundInside(text: string, name: string): boolean {
  const code = codeOnly(text);
  const isDeclared = new RegExp(`^[ \\t]+${name}[ \\t]*:[^=\\n]+$`, 'm').test(code);
  return isDeclared && new RegExp(`^[ \\t]+nonlocal\\b[^\\n]*\\b${name}\\b`, 'm').test(code);
}

/** Whether code around an offset gives a name its value above and deletes it further down: functions between see it. */
export function isDeletedLater(text: string, offset: number, name: string): boolean {
  const code = codeOnly(text);
  const [start, end] = functionsAround(code, offset)[0]?.body ?? [0, code.length];
  const isDeleted = new RegExp(`^[ \\t]*del\\b[^\\n]*\\b${name}\\b`, 'm').test(code.slice(offset, end));
  return (
    isDeleted &&
    code
      .slice(start, offset)
      .split('\n')
      .some(line => mayBind(line, name))
  );
}
