/** A line of a comment that says it. */
const flow = /^[ \t]*(?:\/[/*]+|\*)?[ \t]*@(?:no)?flow\b/m;

/** Whether a text says that it is in Flow: `// @flow`. */
export function saysFlow(text: string): boolean {
  return flow.test(text);
}
