const blockHead = /^(?:try|with)\b/;

/** Whether the code at an offset runs in a `try` or `with` block, which may be there to see whether it fails. */
export function isTried(text: string, offset: number): boolean {
  const lines = text.slice(0, offset).split('\n');
  let indentation = (lines.pop() ?? '').length;
  for (const line of lines.reverse()) {
    const code = line.trimStart();
    const own = line.length - code.length;
    if (code === '' || own >= indentation) continue;
    if (/^(?:async[ \t]+)?(?:def|class)\b/.test(code)) return false;
    if (blockHead.test(code.replace(/^async[ \t]+/, ''))) return true;
    indentation = own;
  }
  return false;
}
