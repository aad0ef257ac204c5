/**
 * Entry point of the engine's two processes. The outer one reads the change and builds the review; it starts the inner
 * one, which runs the analysers, and survives a file that crashes them.
 */
import { keepCompiledIn } from './compiledCode.ts';

const [, , role, compiled] = process.argv;
if (role !== 'analyse') void import('./reviewWorker.ts');
else {
  if (compiled !== undefined) keepCompiledIn(compiled);
  void import('./analyserWorker.ts');
}
