import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { topLevelParts } from './functions.ts';

/** A statement that a place is in: `while x:`. */
interface Block {
  /** Its first line, without white space around it. */
  readonly head: string;
  readonly indentation: number;
}

/** Of a line that is read, in characters. */
const longestLine = 2_000;
const definition = /^(?:async[ \t]+)?(?:def|class)\b/;

/**
 * The statements around an offset, the innermost first.
 * @param code the file, see `codeOnly`: texts may have lines that are not indented
 */
function statementsAround(code: string, offset: number): Block[] {
  const lines = code.slice(0, offset).split('\n');
  let indentation = indentationOf(`${lines.pop() ?? ''}x`);
  const blocks: Block[] = [];
  for (const line of lines.reverse()) {
    const head = line.trim();
    const own = indentationOf(line);
    if (head === '' || head.startsWith('#') || own >= indentation) continue;
    blocks.push({ head, indentation: own });
    indentation = own;
  }
  return blocks;
}

/** The statements around an offset up to the function or class that it is in, the innermost first. */
function blocksAround(code: string, offset: number): Block[] {
  const all = statementsAround(code, offset);
  const end = all.findIndex(({ head }) => definition.test(head));
  return end === -1 ? all : all.slice(0, end);
}

/** Whether the code at an offset runs in a `try` or `with` block, which may be there to see whether it fails. */
export function isTried(code: string, offset: number): boolean {
  return blocksAround(code, offset).some(({ head }) => /^(?:async[ \t]+)?(?:try|with)\b/.test(head));
}

/** Whether the code at an offset runs on a condition that stands right above its block, or handles an error. */
export function isOnCondition(code: string, offset: number): boolean {
  const line = code.slice(code.lastIndexOf('\n', offset - 1) + 1, offset);
  const [nearest, ...others] = blocksAround(code, offset);
  return (
    /^[ \t]*(?:el)?if\b|^[ \t]*(?:else|except)\b/.test(line) ||
    /^(?:if|elif|else|case)\b/.test(nearest?.head ?? '') ||
    [nearest, ...others].some(block => /^except\b/.test(block?.head ?? ''))
  );
}

const raising = /\b(?:raises|assertRaises\w*|assertWarns\w*|warns)[ \t]*\(|\bsuppress[ \t]*\(/;
const linesOfCall = 4;

/** What of a line is a function that is called later. */
const functionInLine = /^[ \t]*(?:async[ \t]+)?def\b.*\):|\blambda\b/;

/** Whether a statement is run whenever its file is loaded: it stands in no function, and in no block but that of a class. */
export function isRunOnLoad(code: string, offset: number): boolean {
  return (
    !functionInLine.test(code.slice(code.lastIndexOf('\n', offset - 1) + 1, offset)) &&
    statementsAround(code, offset).every(({ head }) => /^class\b/.test(head))
  );
}

/** Whether code right above an offset says that what stands there is to fail: `with pytest.raises(…):`. */
export function isToFail(text: string, offset: number): boolean {
  return raising.test(codeOnly(text).slice(0, offset).split('\n').slice(-linesOfCall).join('\n'));
}

/** Whether whatever fails at an offset is passed over in silence: `except Exception: pass`. */
export function isPassedOver(code: string, offset: number): boolean {
  const indentations = blocksAround(code, offset).flatMap(({ head, indentation }) =>
    /^try\b/.test(head) ? [indentation] : [],
  );
  return indentations.some(indentation => {
    const margin = `\\n[ \\t]{${indentation}}`;
    const handler = new RegExp(
      `${margin}except(?:[ \\t]+(?:Base)?Exception)?[ \\t]*:\\s*(?:#[^\\n]*\\s*)*pass\\b|${margin}\\S`,
    ).exec(code.slice(offset));
    return handler?.[0].includes('pass') === true;
  });
}

/** A condition that never holds: `if False:`, `elif test() and False:`. */
const never = /^(?:el)?if[ \t]+(?:\S.*[ \t]and[ \t]+)?(?:False|0)[ \t]*:$/;

const leaving = /^(?:return|raise|continue|break)\b/;

/**
 * Whether a statement that always leaves stands above an offset in one of the blocks around it, such as an `if` and its
 * `else` that both return, or one of these blocks never runs.
 */
export function isUnreachable(code: string, offset: number): boolean {
  const lines = code.slice(0, offset).split('\n');
  let indentation = indentationOf(`${lines.pop() ?? ''}x`);
  // The lines below the one that is looked at that are further in, and whether all branches so far leave.
  let body: string[] = [];
  let doAllLeave = false;
  for (const line of lines.reverse()) {
    const head = line.trim();
    const own = indentationOf(line);
    if (head === '') continue;
    if (own > indentation) {
      body.push(line);
      continue;
    }
    if (own === indentation) {
      doAllLeave = (doAllLeave || /^else[ \t]*:$/.test(head)) && /^(?:else|elif|if)\b/.test(head) && leaves(body);
      if (leaving.test(head) || (doAllLeave && head.startsWith('if'))) return true;
      body = [];
      continue;
    }
    // What is between brackets begins anywhere.
    if (/^(?:async|class|def)\b/.test(head)) return false;
    if (!head.endsWith(':')) continue;
    if (never.test(head)) return true;
    [indentation, body, doAllLeave] = [own, [], false];
  }
  return false;
}

/** Whether the last statement of a block leaves. @param lines from the last to the first, the empty ones left out */
function leaves(lines: readonly string[]): boolean {
  const indentation = lines.reduce((least, line) => Math.min(least, indentationOf(line)), Infinity);
  const last = lines.find(line => indentationOf(line) === indentation && !/^\s*[)\]}]/.test(line));
  return last !== undefined && leaving.test(last.trim());
}

/** The lines of the outermost loop around an offset that follow it; none where there is no loop. */
export function restOfLoop(code: string, offset: number): string[] {
  const loop = blocksAround(code, offset).findLast(({ head }) => /^(?:async[ \t]+)?(?:for|while)\b/.test(head));
  if (loop === undefined) return [];
  const lines = code.slice(offset).split('\n').slice(1);
  // What closes a text or a bracket may stand anywhere.
  const end = lines.findIndex(line => /^\s*[^\s")\]}]/.test(line) && indentationOf(line) <= loop.indentation);
  return end < 0 ? lines : lines.slice(0, end);
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Whether an offset is in what an `assert` on its line says when it fails. */
export function isInAssertMessage(text: string, offset: number): boolean {
  const code = codeOnly(text);
  const before = code.slice(code.lastIndexOf('\n', offset - 1) + 1, offset);
  return before.length <= longestLine && /^[ \t]*assert\b/.test(before) && topLevelParts(before).length > 1;
}
